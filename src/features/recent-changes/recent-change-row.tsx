import { Redo2, Undo2 } from "lucide-react";
import { Fragment } from "react";
import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import { formatMoment } from "../../lib/format.ts";
import { actTitle, type RecentAct } from "../../lib/undo/recent-act.ts";

interface RecentChangeRowProps {
  act: RecentAct;
  isBusy: boolean;
  /** True while another act is being undone. */
  isHeld: boolean;
  onUndo: () => void;
}

/** One act with its place and time, and the button that undoes it. */
export function RecentChangeRow({ act, isBusy, isHeld, onUndo }: RecentChangeRowProps) {
  const title = actTitle(act);
  const word = act.isUndo ? "Redo" : "Undo";
  const Icon = act.isUndo ? Redo2 : Undo2;
  return (
    <li className="flex items-center gap-3 border-t border-line px-3 py-2 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="text-base break-words text-ink">
          {act.isUndo && <Badge tone="neutral">Undo</Badge>}
          {act.isRedo && <Badge tone="neutral">Redo</Badge>}
          {(act.isUndo || act.isRedo) && " "}
          <span className={act.undoneAt === null ? "" : "text-ink-muted line-through"}>
            {title}
          </span>
        </p>
        <p className="text-sm break-words text-ink-muted">
          <PlaceAndTime act={act} />
        </p>
      </div>
      {act.canUndo && (
        <Button
          variant="secondary"
          // A disabled button would lose the focus.
          aria-disabled={isHeld}
          aria-label={`${word}: ${title}`}
          onClick={() => isHeld || onUndo()}
        >
          <Icon aria-hidden /> {isBusy ? `${word}ing…` : word}
        </Button>
      )}
      {!act.canUndo && (
        <span className="shrink-0 text-sm text-ink-muted">
          {act.undoneAt === null ? "Cannot be undone" : act.isUndo ? "Redone" : "Undone"}
        </span>
      )}
    </li>
  );
}

function PlaceAndTime({ act: { event, count } }: { act: RecentAct }) {
  const { at, unitName, projectName } = event;
  const names = [count === 1 ? unitName : null, projectName].filter((name) => name !== null);
  return (
    <>
      {names.map((name, index) => (
        <Fragment key={index}>
          <bdi>{name}</bdi>
          {" · "}
        </Fragment>
      ))}
      {formatMoment(at)}
    </>
  );
}
