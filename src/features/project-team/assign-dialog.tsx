import { useEffect } from "react";
import { TitledDialog } from "../../components/titled-dialog.tsx";
import { Button } from "../../components/ui/button.tsx";
import { DialogBody, DialogClose, DialogFooter } from "../../components/ui/dialog.tsx";
import { lazyPart } from "../../components/ui/lazy-part.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { UntilKnown } from "../../components/ui/until-known.tsx";
import type { TeamMember } from "./team-groups.ts";

const waiting = (
  <DialogBody>
    <UntilKnown>
      <div aria-busy className="grid gap-2">
        <Skeleton className="h-8 touch:h-11" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    </UntilKnown>
  </DialogBody>
);

const Candidates = lazyPart(
  async () => ({ default: (await import("./candidates.tsx")).Candidates }),
  { waiting },
);

interface AssignDialogProps {
  open: boolean;
  team: readonly TeamMember[] | undefined;
  onAssign: (teamMemberId: string) => void;
  onClose: () => void;
}

/** A dialog that adds members of the pool to the team, one after the other. */
export function AssignDialog({ open, team, onAssign, onClose }: AssignDialogProps) {
  // The code loads in the background, so that it is there on opening, even without a connection by then.
  useEffect(() => Candidates.preload(), []);
  return (
    <TitledDialog
      open={open}
      onClose={onClose}
      title="Assign Team Member"
      description="Choose from the active members of the team pool."
      className="h-[36rem]"
    >
      <Candidates {...{ team, onAssign, waiting }} />
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="secondary">Done</Button>
        </DialogClose>
      </DialogFooter>
    </TitledDialog>
  );
}
