import { memo, type ReactNode } from "react";
import { Avatar } from "../../components/ui/avatar.tsx";
import { Card } from "../../components/ui/card.tsx";
import { WindowGrid } from "../../components/window-grid.tsx";
import { mailLink, phoneLink } from "../../lib/contact-links.ts";
import { fullName } from "../../lib/format.ts";
import { type MemberActions, MemberButtons } from "./member-actions.tsx";
import { InactiveBadge, MemberProjects, RoleBadge } from "./member-facts.tsx";
import type { PoolMember } from "./shown-members.ts";

/** The first estimate of a card's height in px; each card is measured when it renders. */
const CARD_PX = 176;
const GAP_PX = 10;

/** The pool as cards, for windows too narrow for the table. */
export function PoolCards(props: { members: readonly PoolMember[]; actions: MemberActions }) {
  return (
    <WindowGrid
      label="Team members"
      items={props.members}
      gapPx={GAP_PX}
      rowPx={CARD_PX}
      nameOf={fullName}
      renderItem={(member) => <MemberCard member={member} actions={props.actions} />}
    />
  );
}

const MemberCard = memo(function MemberCard(props: { member: PoolMember; actions: MemberActions }) {
  const { member, actions } = props;
  const name = fullName(member);
  return (
    <Card className="min-w-0 flex-1 gap-2 py-3 pr-2 pl-3.5">
      <div className="flex items-start gap-3">
        <Avatar name={name} />
        <div className="min-w-0 flex-1">
          <p className="line-clamp-3 text-base font-semibold break-words">{name}</p>
          <p className="mt-0.5 flex flex-wrap gap-1.5">
            <RoleBadge member={member} />
            <InactiveBadge member={member} />
          </p>
        </div>
        <MemberButtons member={member} actions={actions} />
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 pr-1.5 text-sm">
        <Fact label="Trade">{member.trade ?? "Not provided"}</Fact>
        <Fact label="Projects">
          <MemberProjects member={member} />
        </Fact>
        {member.phone !== null && (
          <Fact label="Phone">
            <Reach href={phoneLink(member.phone)}>{member.phone}</Reach>
          </Fact>
        )}
        {member.email !== null && (
          <Fact label="Email">
            <Reach href={mailLink(member.email)}>{member.email}</Reach>
          </Fact>
        )}
      </dl>
    </Card>
  );
});

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{label}</dt>
      <dd className="line-clamp-3 break-words">{children}</dd>
    </>
  );
}

function Reach({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="text-accent-text underline-offset-4 hover:underline">
      {children}
    </a>
  );
}
