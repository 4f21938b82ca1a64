import { UserSearch, Users } from "lucide-react";
import { useMemo, useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { TitledDialog } from "../../components/titled-dialog.tsx";
import { Button } from "../../components/ui/button.tsx";
import { DialogBody, DialogClose, DialogFooter } from "../../components/ui/dialog.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import { memberMatches } from "../../lib/member-search.ts";
import { MemberPicker } from "./member-picker.tsx";
import { assignableMembers, type TeamMember } from "./team-groups.ts";

interface AssignDialogProps {
  open: boolean;
  team: readonly TeamMember[] | undefined;
  onAssign: (teamMemberId: string) => void;
  onClose: () => void;
}

/** Puts members of the pool on the team, one after the other. */
export function AssignDialog({ open, team, onAssign, onClose }: AssignDialogProps) {
  return (
    <TitledDialog
      open={open}
      onClose={onClose}
      title="Assign Team Member"
      description="Choose from the active members of the team pool."
      className="h-[36rem]"
    >
      <Candidates team={team} onAssign={onAssign} />
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="secondary">Done</Button>
        </DialogClose>
      </DialogFooter>
    </TitledDialog>
  );
}

function Candidates({ team, onAssign }: Pick<AssignDialogProps, "team" | "onAssign">) {
  const pool = useLiveQuery(api.teamMembers.list, {});
  const [text, setText] = useState("");
  const candidates = useMemo(() => pool && team && assignableMembers(pool, team), [pool, team]);
  const found = useMemo(
    () => candidates?.filter((member) => memberMatches(member, text)),
    [candidates, text],
  );
  if (!candidates || !found) {
    return (
      <DialogBody aria-busy className="grid content-start gap-2">
        <Skeleton className="h-8 touch:h-11" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </DialogBody>
    );
  }
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
