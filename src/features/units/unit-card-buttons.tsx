import { Trash2 } from "lucide-react";
import { Button } from "../../components/ui/button.tsx";
import { cn } from "../../lib/cn.ts";
import type { UnitCardProps } from "./unit-card.tsx";

/** The buttons appear on hover and focus; touch screens have a menu instead. */
const ON_HOVER =
  "transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-fine:opacity-0";
const SMALL = "h-7 px-1.5 text-xs";

/**
 * The buttons of a unit card, in a bar above its lower edge. The first one covers the card, so that a click anywhere
 * opens the unit.
 */
export function UnitCardButtons(props: UnitCardProps) {
  const { unit, actions, isTouch } = props;
  return (
    <>
      {!isTouch && (
        <span
          aria-hidden
          className={cn(
            "absolute inset-x-2 bottom-2 h-9 rounded-md border border-line bg-raised shadow-raised",
            ON_HOVER,
          )}
        />
      )}
      <button
        type="button"
        data-act="open"
        aria-describedby={`unit-${unit.id}`}
        className="absolute inset-0 flex items-end rounded-lg p-2 text-left select-none"
        onClick={() => actions.open(unit, "tasks")}
      >
        <span
          className={cn(
            "flex h-9 items-center px-2.5 text-xs font-medium text-accent-text touch:sr-only",
            ON_HOVER,
          )}
        >
          View Details
        </span>
      </button>
      {!isTouch && <PointerButtons {...props} />}
    </>
  );
}

function PointerButtons({ unit, actions, mayDelete, mayAssign }: UnitCardProps) {
  return (
    <div className={cn("absolute right-3 bottom-2 flex h-9 items-center", ON_HOVER)}>
      <Button variant="ghost" className={SMALL} onClick={() => actions.open(unit, "photos")}>
        View Photos
      </Button>
      {mayAssign && (
        <Button variant="ghost" className={SMALL} onClick={() => actions.assign(unit)}>
          Assign Tasks
        </Button>
      )}
      {mayDelete && (
        <Button
          variant="ghost"
          title="Delete Unit"
          aria-label={`Delete ${unit.name}`}
          className={SMALL}
          onClick={() => actions.remove(unit)}
        >
          <Trash2 aria-hidden />
        </Button>
      )}
    </div>
  );
}
