import { UserPlus } from "lucide-react";
import { type ReactNode, useCallback } from "react";
import { api } from "../../../convex/_generated/api.js";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { Page } from "../../components/layout/page.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../components/ui/card.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { UntilKnown } from "../../components/ui/until-known.tsx";
import { useChosen, useGone } from "../../hooks/address/use-chosen.ts";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import { useCan } from "../../hooks/people/use-viewer.ts";
import { cn } from "../../lib/cn.ts";
import { formatCount } from "../../lib/format.ts";
import { screenTitles } from "../../lib/screen-titles.ts";
import { AssignDialog } from "./assign-dialog.tsx";
import { ContactDialog } from "./contact-dialog.tsx";
import { MemberRow } from "./member-row.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { groupTeam, type TeamMember } from "./team-groups.ts";
import type { TeamSearch } from "./team-search.ts";
import { useTeamActions } from "./use-team-actions.ts";

interface TeamPageProps {
  projectId: string;
  search: TeamSearch;
  address: DialogAddress;
}

/** The team of one project: members are assigned, contacted and removed here. */
export function ProjectTeamPage({ projectId, search, address }: TeamPageProps) {
  const team = useLiveQuery(api.projectTeams.list, { projectId });
  const mayAssign = useCan("projectTeam:write");
  const { assignMember, removeTeamMember } = useTeamActions(projectId);
  const { chosen: leaving, choose: chooseToLeave } = useChosen(team, "team member");
  const contacted = search.dialog === "contact" ? search.member : undefined;
  useGone(team, {
    id: contacted,
    ...{ word: "team member", address, parameters: "dialog member" },
  });
  const close = () => address.close(["dialog", "member"]);
  const showContact = useCallback(
    ({ id }: TeamMember) => address.open({ dialog: "contact", member: id }),
    [address],
  );

  return (
    <Page>
      <PageHeader
        title={screenTitles["/projects/$projectId/team"]}
        description={team ? formatCount(team.length, "member") : <>&nbsp;</>}
        actions={
          mayAssign && (
            <Button onClick={() => address.open({ dialog: "assign" })}>
              <UserPlus aria-hidden /> Assign Team Member
            </Button>
          )
        }
      />
      <div
        aria-busy={team === undefined}
        // Cards below one of unknown length are invisible: they would be pushed about.
        className={cn(
          "grid items-start gap-4 xl:grid-cols-3",
          team === undefined && "max-xl:*:not-first:invisible",
        )}
      >
        {groupTeam(team ?? []).map(({ title, members, empty }) => (
          <TeamCard key={title} title={title} count={team && members.length} empty={empty}>
            {members.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                mayRemove={mayAssign}
                onContact={showContact}
                onRemove={chooseToLeave}
              />
            ))}
          </TeamCard>
        ))}
      </div>
      {mayAssign && (
        <AssignDialog
          open={search.dialog === "assign"}
          team={team}
          onAssign={assignMember}
          onClose={close}
        />
      )}
      <ContactDialog member={team?.find(({ id }) => id === contacted)} onClose={close} />
      <RemoveDialog
        member={leaving}
        onClose={() => chooseToLeave(null)}
        onRemove={({ id }) => removeTeamMember(id)}
      />
    </Page>
  );
}

interface TeamCardProps {
  title: string;
  /** The number of members of the card; undefined while they load. */
  count: number | undefined;
  empty: string;
  children: ReactNode;
}

function TeamCard({ title, count, empty, children }: TeamCardProps) {
  const headingId = `team-${title.toLowerCase().replaceAll(" ", "-")}`;
  return (
    <Card asChild>
      <section aria-labelledby={headingId}>
        <CardHeader className="items-baseline">
          <CardTitle id={headingId}>{title}</CardTitle>
          {count !== undefined && <span className="text-sm text-ink-muted">{count}</span>}
        </CardHeader>
        {count === undefined && (
          <UntilKnown className="py-6">
            <Placeholder />
          </UntilKnown>
        )}
        {count === 0 && <p className="px-4 pt-1 pb-5 text-sm text-ink-muted">{empty}</p>}
        {count !== undefined && count > 0 && (
          <ul aria-label={title} className="divide-y divide-line border-t border-line">
            {children}
          </ul>
        )}
      </section>
    </Card>
  );
}

function Placeholder() {
  return (
    <div className="grid gap-3 px-4 pt-2 pb-4">
      <Skeleton className="h-10" />
      <Skeleton className="h-10 w-4/5" />
    </div>
  );
}
