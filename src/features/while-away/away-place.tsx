import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { takeLostFocus } from "../../components/take-lost-focus.ts";
import { Button } from "../../components/ui/button.tsx";
import { dateToDay } from "../../lib/format.ts";
import type { PlaceSummary } from "../../lib/history/summary.ts";
import { AwayLine } from "./away-line.tsx";

const FEW_LINES = 3;

/** The events of a unit, or of a project itself. */
export function AwayPlace({ place, since }: { place: PlaceSummary; since: number }) {
  const { projectName, unitName, lines } = place;
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? lines : lines.slice(0, FEW_LINES);
  const more = lines.length - shown.length;
  return (
    <li className="min-w-0 text-base">
      <p className="truncate">
        <PlaceLink place={place} since={since} />
        {unitName !== null && <span className="text-sm text-ink-muted"> {projectName}</span>}
      </p>
      <ul
        ref={showsAll ? takeLostFocus : undefined}
        tabIndex={-1}
        className="mt-0.5 text-ink-muted"
      >
        {shown.map((line) => (
          <AwayLine key={line.events.at(-1)?.id} line={line} isOfUnit={unitName !== null} />
        ))}
      </ul>
      {more > 0 && (
        <Button
          variant="ghost"
          size="sm"
          className="-ml-2 touch:-ml-3"
          aria-label={`Show ${String(more)} more of ${unitName ?? projectName}`}
          onClick={() => setShowsAll(true)}
        >
          and {more} more
        </Button>
      )}
    </li>
  );
}

/** A link to the history of the place since that time. */
function PlaceLink({ place, since }: { place: PlaceSummary; since: number }) {
  const { projectId, projectName, unitId, unitName } = place;
  const from = dateToDay(new Date(since));
  const classes =
    "font-medium text-accent-text underline-offset-2 hover:underline touch:inline-flex touch:min-h-11 touch:max-w-full touch:items-center";
  if (unitId === null || unitName === null) {
    return (
      <Link
        to="/projects/$projectId/history"
        params={{ projectId }}
        search={{ from }}
        className={classes}
      >
        <span className="truncate">{projectName}</span>
      </Link>
    );
  }
  return (
    <Link
      to="/projects/$projectId/units"
      params={{ projectId }}
      search={{ unit: unitId, tab: "history", from }}
      className={classes}
    >
      <span className="truncate">{unitName}</span>
    </Link>
  );
}
