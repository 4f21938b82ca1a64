import { UserSearch, Users } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { DialogBody } from "../../components/ui/dialog.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import { memberMatches } from "../../lib/member-search.ts";
import { MemberPicker } from "./member-picker.tsx";
import { assignableMembers, type TeamMember } from "./team-groups.ts";

interface CandidatesProps {
  team: readonly TeamMember[] | undefined;
  onAssign: (teamMemberId: string) => void;
  /** The placeholder until the candidates are loaded. */
  waiting: ReactNode;
}

/** The members of the pool who are not on the team, with a search field. */
export function Candidates({ team, onAssign, waiting }: CandidatesProps) {
  const pool = useLiveQuery(api.teamMembers.list, {});
  const [text, setText] = useState("");
  const candidates = useMemo(() => pool && team && assignableMembers(pool, team), [pool, team]);
  const found = useMemo(
    () => candidates?.filter((member) => memberMatches(member, text)),
    [candidates, text],
  );
  if (!candidates || !found) return waiting;
  if (candidates.length === 0) {
    return (
      <DialogBody>
        <EmptyState
          icon={Users}
          title="Nobody left to assign"
          description={
            pool?.length === 0
              ? "The team pool is empty."
              : "Every active member of the team pool is on this team."
          }
        />
      </DialogBody>
    );
  }
  return (
    <MemberPicker
      members={found}
      text={text}
      onText={setText}
      onPick={({ id }) => onAssign(id)}
      nobody={
        <EmptyState
          icon={UserSearch}
          title="No members match"
          description="Search by name, email, trade or phone."
        />
      }
    />
  );
}
