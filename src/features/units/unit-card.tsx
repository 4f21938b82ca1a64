import { memo, useState } from "react";
import { followLongPress } from "../../components/selection/follow-long-press.ts";
import { SelectBox } from "../../components/selection/select-box.tsx";
import { BlockBadge } from "../../components/block-badge.tsx";
import { PendingMark } from "../../components/pending-mark.tsx";
import { UnitMark } from "../../components/presence/presence-parts.tsx";
import { Badge } from "../../components/ui/badge.tsx";
import { Card } from "../../components/ui/card.tsx";
import { Progress } from "../../components/ui/progress.tsx";
import { cn } from "../../lib/cn.ts";
import { UNIT_STATUS } from "../../lib/status.ts";
import { UnitCardButtons } from "./unit-card-buttons.tsx";
import { UnitCardMenu } from "./unit-card-menu.tsx";
import { taskProgress, type UnitListItem } from "./unit-filter.ts";
import { isAlarming, UnitNow } from "./unit-now.tsx";
import { UnitThumbnails } from "./unit-thumbnails.tsx";

/** The actions that a unit card can start. */
export interface UnitCardActions {
  open: (unit: UnitListItem, tab: "tasks" | "photos") => void;
  assign: (unit: UnitListItem) => void;
  remove: (unit: UnitListItem) => void;
}

export interface UnitCardProps {
  unit: UnitListItem;
  actions: UnitCardActions;
  mayDelete: boolean;
  mayAssign: boolean;
  /** True on touch screens, which have a menu in place of the hover buttons. */
  isTouch: boolean;
}

/**
 * One unit at a glance. A click anywhere on the card opens it; further actions appear on hover, or in a menu on touch
 * screens.
 */
export const UnitCard = memo(function UnitCard(props: UnitCardProps) {
  const { unit } = props;
  const [menuOpen, setMenuOpen] = useState(false);
  // Safari sends no right click for a long press.
  const [follow] = useState(() => (card: HTMLElement | null) => {
    if (card === null) return undefined;
    return followLongPress(card, () => {
      setMenuOpen(true);
      return true;
    });
  });
  const status = UNIT_STATUS[unit.status];
  const percent = taskProgress(unit);
  return (
    <Card
      ref={follow}
      data-row
      data-select={unit.id}
      className={cn(
        "group relative flex-1 gap-2.5 p-3.5 transition-colors hover:border-line-strong has-[[data-act=select][aria-checked=true]]:border-accent has-[[data-act=select][aria-checked=true]]:bg-accent-soft",
        isAlarming(unit) &&
          "before:absolute before:inset-y-0 before:left-0 before:w-1 before:rounded-l-lg before:bg-danger",
      )}
      // Other browsers may send it sooner.
      onContextMenu={(event) => {
        if (!props.isTouch) return;
        event.preventDefault();
        setMenuOpen(true);
      }}
    >
      <div className="flex items-start gap-2">
        <h2
          id={`unit-${unit.id}`}
          title={unit.name}
          className="line-clamp-2 min-w-0 flex-1 text-base font-semibold break-words"
        >
          {unit.name}
        </h2>
        <PendingMark of={unit.id} className="mt-1" />
        <UnitMark unitId={unit.id} />
        <Badge
          tone={status.tone}
          icon={status.icon}
          className={cn(unit.status === "not_started" && "bg-transparent px-0 font-normal")}
        >
          {status.label}
        </Badge>
        <SelectBox
          id={unit.id}
          name={unit.name}
          className="z-1 relative -my-0.5 -mr-1.5 touch:-my-2.5"
        />
        {(props.isTouch || menuOpen) && (
          <UnitCardMenu {...props} open={menuOpen} onOpenChange={setMenuOpen} />
        )}
      </div>
      <UnitNow unit={unit} />
      <BlockBadge block={unit} />
      <div className="flex items-center gap-2.5 text-sm">
        <Progress value={percent} label={`Task progress of ${unit.name}`} className="flex-1" />
        <span className="font-medium">{percent}%</span>
      </div>
      <dl className="flex flex-wrap gap-x-3 text-xs">
        <Count label="Complete" value={unit.completedTasks} />
        <Count label="In progress" value={unit.inProgressTasks} />
        <Count label="Pending" value={unit.notStartedTasks} />
      </dl>
      <UnitThumbnails photos={unit.recentPhotos} />
      <UnitCardButtons {...props} />
    </Card>
  );
});

function Count({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex flex-row-reverse items-baseline gap-1">
      <dt className="text-ink-muted">{label}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  );
}
