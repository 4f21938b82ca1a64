import { useConvex } from "convex/react";
import { useCallback, useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import type { HistoryEvent } from "../../lib/history/history-event.ts";

const pageSize = 100;
/** The largest number of events that are summarised. */
const mostEvents = 1000;

type AwayEvents = { events: HistoryEvent[]; isCut: boolean };

/**
 * The other people's events since a time in ms, read once. Undefined until they are loaded; null when they cannot be
 * read, until `readAgain` succeeds.
 */
export function useAwayEvents(since: number): {
  found: AwayEvents | null | undefined;
  readAgain: () => void;
} {
  const convex = useConvex();
  const [tries, setTries] = useState(0);
  const [found, setFound] = useState<{ since: number; told: AwayEvents | null }>();
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const events: HistoryEvent[] = [];
      let cursor: string | null = null;
      do {
        const answer: { page: HistoryEvent[]; continueCursor: string | null } = await convex.query(
          api.history.whileAway,
          { since: new Date(since).toISOString(), cursor, limit: pageSize },
        );
        events.push(...answer.page);
        cursor = answer.continueCursor;
      } while (cursor !== null && events.length < mostEvents && !isOver);
      return { events, isCut: cursor !== null };
    };
    const tell = (told: AwayEvents | null) => {
      if (!isOver) setFound({ since, told });
    };
    read().then(tell, () => tell(null));
    return () => {
      isOver = true;
    };
  }, [convex, since, tries]);
  const readAgain = useCallback(() => setTries((before) => before + 1), []);
  return { found: found?.since === since ? found.told : undefined, readAgain };
}
