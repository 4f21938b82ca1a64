import { Link } from "@tanstack/react-router";
import { formatCount } from "../../../lib/format.ts";
import { type DaysReport, dayShares } from "../figures/day-shares.ts";
import { formatDecimal } from "../figures/figure-texts.ts";
import { ShareBar } from "./share-bar.tsx";

/** The days of each project's units, a bar a project. */
export function DaysByProject({ projects }: { projects: DaysReport["projects"] }) {
  return (
    <section aria-label="By Project" className="mt-4 border-t border-line pt-3">
      <h3 className="font-medium">By Project</h3>
      <ul className="mt-1 divide-y divide-line">
        {projects.map(({ projectId, projectName, ...days }) => (
          <li
            key={projectId}
            className="grid items-center gap-x-6 gap-y-1 py-2 md:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]"
          >
            <div className="min-w-0">
              <Link
                to="/projects/$projectId/analytics"
                params={{ projectId }}
                className="line-clamp-2 break-words text-accent-text underline-offset-4 hover:underline touch:flex touch:min-h-11 touch:items-center"
              >
                {projectName}
              </Link>
              <p className="text-sm text-ink-muted">
                {`${formatCount(days.units, "unit")}, ${formatDecimal(days.average.total)} days each`}
              </p>
            </div>
            <ShareBar shares={dayShares(days)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
