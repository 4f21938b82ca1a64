import type { FunctionReturnType } from "convex/server";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { useServerMutation } from "../../hooks/edits/use-server-mutation.ts";
import { Button } from "../../components/ui/button.tsx";
import { Progress } from "../../components/ui/progress.tsx";
import { useLiveStatus } from "../../hooks/reads/use-live-query.ts";
import { showError } from "../../lib/errors.ts";

type Deletion = FunctionReturnType<typeof api.projects.removals>[number];

/**
 * The progress of deleting the contents of deleted projects; empty when no deletion runs. It is empty after a failed
 * read too: a message would take the place of the projects, most often for no deletion at all.
 */
export function DeletionProgress() {
  const removals = useLiveStatus(api.projects.removals, {}).answer;
  if (!removals || removals.length === 0) return null;
  return (
    <ul aria-label="Projects being deleted" className="mb-4 grid gap-2">
      {removals.map((removal) => (
        <li
          key={removal.id}
          className="rounded-lg border border-line bg-surface px-4 py-3 text-sm text-ink-muted"
        >
          {removal.status === "failed" ? (
            <FailedDeletion removal={removal} />
          ) : (
            <RunningDeletion removal={removal} />
          )}
        </li>
      ))}
    </ul>
  );
}

function RunningDeletion({ removal: { name, removedUnits, unitCount } }: { removal: Deletion }) {
  return (
    <div className="grid gap-1.5">
      <p className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 truncate" title={name}>
          Deleting {name}
        </span>
        <span className="shrink-0 tabular-nums">
          {removedUnits} of {unitCount} units
        </span>
      </p>
      <Progress
        value={unitCount === 0 ? 0 : (100 * removedUnits) / unitCount}
        label={`Deleting ${name}`}
      />
    </div>
  );
}

function FailedDeletion({ removal: { id, name, removedUnits, unitCount } }: { removal: Deletion }) {
  const retry = useServerMutation(api.projects.retryRemoval);
  const [isSending, setIsSending] = useState(false);
  const tryAgain = () => {
    setIsSending(true);
    void retry({ removalId: id })
      .catch((error: unknown) => showError(error))
      .finally(() => setIsSending(false));
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="min-w-0 flex-1 basis-48">
        <span className="break-words text-ink">{name}</span> is deleted, but clearing it stopped at{" "}
        {removedUnits} of {unitCount} units.
      </p>
      <Button variant="secondary" loading={isSending} onClick={tryAgain}>
        <RotateCw aria-hidden /> Try Again
      </Button>
    </div>
  );
}
