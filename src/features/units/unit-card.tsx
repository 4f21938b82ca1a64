import { Images, ListPlus, PanelRightOpen, Trash2 } from "lucide-react";
import { memo } from "react";
import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Card } from "../../components/ui/card.tsx";
import { Progress } from "../../components/ui/progress.tsx";
import { UNIT_STATUS } from "../../lib/status.ts";
import { taskProgress, type UnitListItem } from "./unit-filter.ts";
import { UnitThumbnails } from "./unit-thumbnails.tsx";

/** The actions that a unit card can start. */
export interface UnitCardActions {
  open: (unit: UnitListItem, tab: "tasks" | "photos") => void;
  assign: (unit: UnitListItem) => void;
  remove: (unit: UnitListItem) => void;
}

interface UnitCardProps {
  unit: UnitListItem;
  actions: UnitCardActions;
  mayDelete: boolean;
  mayAssign: boolean;
}

/** One unit at a glance: its state, its task counts, its latest photos. */
export const UnitCard = memo(function UnitCard(props: UnitCardProps) {
  const { unit } = props;
  const status = UNIT_STATUS[unit.status];
  const percent = taskProgress(unit);
  return (
    <Card className="flex-1 gap-3 p-3.5">
      <div className="flex items-start gap-2">
        <h2
          title={unit.name}
          className="line-clamp-2 min-w-0 flex-1 text-base font-semibold break-words"
        >
          {unit.name}
        </h2>
        <Badge tone={status.tone} icon={status.icon}>
          {status.label}
        </Badge>
      </div>
      <div className="grid gap-1.5">
        <div className="flex justify-between text-sm">
          <span className="text-ink-muted">Task progress</span>
          <span className="font-medium">{percent}%</span>
        </div>
        <Progress value={percent} label={`Task progress of ${unit.name}`} />
      </div>
      <dl className="grid grid-cols-3 text-sm">
        <Count label="Complete" value={unit.completedTasks} />
        <Count label="In progress" value={unit.inProgressTasks} />
        <Count label="Pending" value={unit.notStartedTasks} />
      </dl>
      <UnitThumbnails photos={unit.recentPhotos} />
      <Actions {...props} />
    </Card>
  );
});

function Count({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-xs text-ink-muted">{label}</dt>
      <dd className="text-lg font-semibold">{value}</dd>
    </div>
  );
}

function Actions({ unit, actions, mayDelete, mayAssign }: UnitCardProps) {
  return (
    <div className="mt-auto grid grid-cols-2 gap-2">
      <Button variant="secondary" onClick={() => actions.open(unit, "tasks")}>
        <PanelRightOpen aria-hidden /> View Details
      </Button>
      <Button variant="secondary" onClick={() => actions.open(unit, "photos")}>
        <Images aria-hidden /> View Photos
      </Button>
      <div className="col-span-2 flex gap-2">
        {mayAssign && (
          <Button variant="outline" className="flex-1" onClick={() => actions.assign(unit)}>
            <ListPlus aria-hidden /> Assign Tasks
          </Button>
        )}
        {mayDelete && (
          <Button
            variant="ghost"
            size="icon"
            title="Delete Unit"
            aria-label={`Delete ${unit.name}`}
            onClick={() => actions.remove(unit)}
          >
            <Trash2 aria-hidden />
          </Button>
        )}
      </div>
    </div>
  );
}
