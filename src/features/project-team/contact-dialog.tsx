import type { ReactNode } from "react";
import { projectTeamRoleLabel } from "../../../convex/rules/labels.ts";
import { TitledDialog } from "../../components/titled-dialog.tsx";
import { Avatar } from "../../components/ui/avatar.tsx";
import { Badge } from "../../components/ui/badge.tsx";
import { DialogBody } from "../../components/ui/dialog.tsx";
import { useLast } from "../../hooks/use-last.ts";
import { mailLink, phoneLink } from "../../lib/contact-links.ts";
import { fullName } from "../../lib/format.ts";
import { CopyButton } from "./copy-button.tsx";
import type { TeamMember } from "./team-groups.ts";

/** The contact details of a team member. The dialog is open while `member` is defined. */
export function ContactDialog(props: { member: TeamMember | undefined; onClose: () => void }) {
  const member = useLast(props.member);
  if (!member) return null;
  const name = fullName(member);
  return (
    <TitledDialog
      open={props.member !== undefined}
      onClose={props.onClose}
      title="Contact Information"
      description={<span className="sr-only">How to reach {name}</span>}
    >
      <DialogBody>
        <div className="mb-3 flex items-center gap-3">
          <Avatar name={name} size="lg" />
          <div className="min-w-0">
            <p className="text-base font-semibold break-words">{name}</p>
            <p className="mt-0.5 flex flex-wrap gap-1.5">
              <Badge>{projectTeamRoleLabel(member.role)}</Badge>
              {!member.isActive && <Badge tone="warning">Inactive</Badge>}
            </p>
          </div>
        </div>
        <dl className="divide-y divide-line border-t border-line">
          <Fact label="Trade">{member.trade ?? <Nothing />}</Fact>
          <Fact label="Email" copied={member.email}>
            {member.email === null ? (
              <Nothing />
            ) : (
              <ContactLink href={mailLink(member.email)}>{member.email}</ContactLink>
            )}
          </Fact>
          <Fact label="Phone" copied={member.phone}>
            {member.phone === null ? (
              <Nothing />
            ) : (
              <ContactLink href={phoneLink(member.phone)}>{member.phone}</ContactLink>
            )}
          </Fact>
        </dl>
      </DialogBody>
    </TitledDialog>
  );
}

function Fact(props: { label: string; copied?: string | null; children: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center gap-3 py-1">
      <dt className="w-16 shrink-0 text-sm text-ink-muted">{props.label}</dt>
      <dd className="flex min-w-0 flex-1 items-center justify-between gap-2 text-base">
        <span className="min-w-0 break-words">{props.children}</span>
        {typeof props.copied === "string" && (
          <CopyButton text={props.copied} label={`Copy ${props.label.toLowerCase()}`} />
        )}
      </dd>
    </div>
  );
}

function ContactLink(props: { href: string; children: ReactNode }) {
  return (
    <a
      href={props.href}
      className="wrap-anywhere text-accent-text underline-offset-4 hover:underline touch:inline-flex touch:min-w-0 touch:min-h-11 touch:items-center"
    >
      {props.children}
    </a>
  );
}

function Nothing() {
  return <span className="text-ink-muted">Not provided</span>;
}
