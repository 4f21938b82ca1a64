import { Plus } from "lucide-react";
import { projectTeamRoleLabel } from "../../../convex/rules/labels.ts";
import { Avatar } from "../../components/ui/avatar.tsx";
import { cn } from "../../lib/cn.ts";
import { fullName } from "../../lib/format.ts";
import type { PoolMember } from "./team-groups.ts";

interface PickerOptionProps {
  id: string;
  member: PoolMember;
  /** The position of the row: its offset in px, its index, and the number of rows. */
  place: { start: number; index: number; count: number };
  active: boolean;
  onPick: (member: PoolMember) => void;
}

/** One person of a picker. The search field keeps the focus, so the option takes clicks only. */
export function PickerOption(props: PickerOptionProps) {
  const { id, member, place, active, onPick } = props;
  const name = fullName(member);
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      aria-setsize={place.count}
      aria-posinset={place.index + 1}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onPick(member)}
      className={cn(
        "absolute inset-x-0 top-0 flex w-full h-[3.25rem] items-center gap-3 px-5 text-left hover:bg-hover",
        active && "bg-hover",
      )}
      style={{ transform: `translateY(${String(place.start)}px)` }}
    >
      <Avatar name={name} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{name}</span>
        <span className="block truncate text-sm text-ink-muted">
          {[projectTeamRoleLabel(member.role), member.trade].filter(Boolean).join(" · ")}
        </span>
      </span>
      <Plus
        aria-hidden
        className={cn("size-4 shrink-0", active ? "text-accent-text" : "text-ink-muted")}
      />
    </button>
  );
}
