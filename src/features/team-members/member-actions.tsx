import { Pencil, Trash2 } from "lucide-react";
import { Button } from "../../components/ui/button.tsx";
import { Tooltip } from "../../components/ui/tooltip.tsx";
import { fullName } from "../../lib/format.ts";
import { isAssigned, type PoolMember } from "./shown-members.ts";
import { ASSIGNED_REASON } from "./use-member-deletion.ts";

/** The actions on a member of the pool. */
export interface MemberActions {
  edit: (member: PoolMember) => void;
  remove: (member: PoolMember) => void;
}

/** The buttons of one member. A member of a team cannot be deleted, and the button says why. */
export function MemberButtons({ member, actions }: { member: PoolMember; actions: MemberActions }) {
  const name = fullName(member);
  const remove = {
    variant: "ghost",
    size: "icon",
    "aria-label": `Delete ${name}`,
    children: <Trash2 aria-hidden />,
  } as const;
  return (
    <div className="flex shrink-0 justify-end">
      <Button
        variant="ghost"
        size="icon"
        title="Edit Team Member"
        aria-label={`Edit ${name}`}
        onClick={() => actions.edit(member)}
      >
        <Pencil aria-hidden />
      </Button>
      {isAssigned(member) ? (
        <Tooltip text={ASSIGNED_REASON}>
          <Button {...remove} aria-disabled className="aria-disabled:pointer-events-auto" />
        </Tooltip>
      ) : (
        <Button {...remove} title="Delete Team Member" onClick={() => actions.remove(member)} />
      )}
    </div>
  );
}
