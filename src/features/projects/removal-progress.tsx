import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api.js";
import { Progress } from "../../components/ui/progress.tsx";

/** How far the contents of deleted projects are removed; nothing while no removal runs. */
export function RemovalProgress() {
  const removals = useQuery(api.projects.removals, {});
  if (!removals || removals.length === 0) return null;
  return (
    <ul aria-label="Projects being deleted" className="mb-4 grid gap-2">
      {removals.map(({ id, name, removedUnits, unitCount }) => (
        <li key={id} className="grid gap-1.5 rounded-lg border border-line bg-surface p-3 text-sm">
          <span className="min-w-0 break-words text-ink-muted">
            Deleting {name}: {removedUnits} of {unitCount} units
          </span>
          <Progress
            value={unitCount === 0 ? 0 : (100 * removedUnits) / unitCount}
            label={`Deleting ${name}`}
          />
        </li>
      ))}
    </ul>
  );
}
