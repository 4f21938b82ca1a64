import { X } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { takeLostFocus } from "../../components/take-lost-focus.ts";
import { Button } from "../../components/ui/button.tsx";
import { passFocusOn } from "../../components/ui/use-restore-focus.ts";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useMissing } from "../../hooks/reads/use-missing.ts";
import { readsAgain, useReadAgain } from "../../hooks/reads/use-read-again.ts";
import { useViewer } from "../../hooks/people/use-viewer.ts";
import { cn } from "../../lib/cn.ts";
import { formatAsOf } from "../../lib/format.ts";
import { summaryOf } from "../../lib/history/summary.ts";
import { visits } from "../../lib/device/visits.ts";
import { AwayPlace } from "./away-place.tsx";
import { useAwayEvents } from "./use-away-events.ts";

const FEW_PLACES = 4;

/** The other people's changes in the viewer's projects since the last visit, as a short list that can be dismissed. */
export default function WhileAway({ since }: { since: number }) {
  const { id: viewerId } = useViewer();
  const headingId = useId();
  const [showsAll, setShowsAll] = useState(false);
  const { found, readAgain } = useAwayEvents(since);
  const isMissing = useMissing(found ?? undefined);
  useReadAgain(found === null && !isMissing, readAgain);
  const places = found ? summaryOf(found.events) : undefined;
  const isEmpty = places?.length === 0;
  const dismiss = () => visits.dismiss(viewerId);
  useEffect(() => {
    if (isEmpty) visits.dismiss(viewerId);
  }, [isEmpty, viewerId]);
  if (isEmpty) return null;
  const shown = showsAll ? places : places?.slice(0, FEW_PLACES);
  const isMore = places !== undefined && shown !== undefined && shown.length < places.length;
  return (
    <section
      aria-labelledby={headingId}
      className="mb-6 rounded-lg border border-line bg-surface p-4 shadow-raised"
    >
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 id={headingId} className="text-lg font-semibold text-ink">
            While you were away
          </h2>
          <p className="text-sm text-ink-muted">Changes by others since {formatAsOf(since)}</p>
        </div>
        <Button
          variant="ghost"
          size="icon"
          className="-my-1 -mr-1"
          title="Dismiss"
          aria-label="Dismiss what happened while you were away"
          onClick={dismiss}
        >
          <X aria-hidden />
        </Button>
      </div>
      {isMissing && <p className="mt-3 text-base text-ink-muted">They come with the network.</p>}
      {found === null && !isMissing && (
        <div ref={passFocusOn} className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
          <p role="status" className="text-base text-ink-muted">
            They could not be read.
          </p>
          <Button variant="secondary" onClick={readAgain} {...readsAgain}>
            Try Again
          </Button>
        </div>
      )}
      {found === undefined && !isMissing && <Skeleton className="mt-3 h-24" />}
      {shown !== undefined && (
        <ul
          ref={showsAll ? takeLostFocus : undefined}
          tabIndex={-1}
          className={cn(
            "mt-3 grid grid-cols-1 gap-x-6 gap-y-3 md:grid-cols-2",
            showsAll && "max-h-96 overflow-y-auto",
          )}
        >
          {shown.map((place) => (
            <AwayPlace key={place.unitId ?? place.projectId} place={place} since={since} />
          ))}
        </ul>
      )}
      {isMore && (
        <Button variant="secondary" className="mt-3" onClick={() => setShowsAll(true)}>
          Show All {places.length} Places
        </Button>
      )}
      {found?.isCut === true && (
        <p className="mt-3 text-sm text-ink-muted">
          There is more: the history of each project has all of it.
        </p>
      )}
    </section>
  );
}
