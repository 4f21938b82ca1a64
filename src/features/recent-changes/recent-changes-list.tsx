import { useConvex } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { LoadMore } from "../../components/load-more.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { NotOnDevice } from "../../components/ui/not-on-device.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useLivePages } from "../../hooks/reads/use-live-pages.ts";
import { useMissing } from "../../hooks/reads/use-missing.ts";
import { actTitle, keyOf, type RecentAct, targetOf } from "../../lib/undo/recent-act.ts";
import { canTakeBack, takeBack } from "../../lib/undo/take-back.ts";
import { RecentChangeRow } from "./recent-change-row.tsx";

/** The number of acts on a page, about a screen full. */
const PAGE_ACTS = 25;

/** The person's own acts, newest first, each with a button that undoes it. */
export default function RecentChangesList() {
  const { items, pages, hasMore, readMore } = useLivePages(api.undo.recent, {}, PAGE_ACTS);
  const { busy, told, undo } = useUndo();
  const isMissing = useMissing(items);
  if (isMissing) return <NotOnDevice />;
  if (items === undefined) return <Skeleton className="h-64" />;
  if (items.length === 0 && !hasMore)
    return <EmptyState title="No changes yet" description="What you do stands here from now on." />;
  return (
    <>
      <p role="status" className="sr-only">
        {told}
      </p>
      {items.length === 0 ? (
        <EmptyState title="Nothing lately" description="None of the latest changes is yours." />
      ) : (
        <ol aria-label="Your changes" className="overflow-clip rounded-lg border border-line">
          {items.map((act) => (
            <RecentChangeRow
              key={keyOf(act)}
              act={act}
              isBusy={busy === keyOf(act)}
              isHeld={busy !== null}
              onUndo={() => void undo(act)}
            />
          ))}
        </ol>
      )}
      {hasMore && (
        <LoadMore
          label="Show earlier changes"
          pages={pages}
          isAutomatic={false}
          onLoad={readMore}
        />
      )}
    </>
  );
}

/**
 * Undoes one act at a time; `busy` is the key of the act that is being undone. The rows show a success, and `told` says
 * it to a screen reader.
 */
function useUndo() {
  const convex = useConvex();
  const [busy, setBusy] = useState<string | null>(null);
  const [told, setTold] = useState("");
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const undo = async (act: RecentAct) => {
    setBusy(keyOf(act));
    setTold("");
    const words = actTitle(act);
    const tell = (title: string) => {
      if (isShown.current) setTold(act.isUndo ? title : `${title}: ${words}`);
      return isShown.current;
    };
    const target = targetOf(act);
    if (await canTakeBack()) await takeBack(convex, target, { words, isUndo: act.isUndo, tell });
    setBusy(null);
  };
  return { busy, told, undo };
}
