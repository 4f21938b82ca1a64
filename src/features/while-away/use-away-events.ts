import { useConvex } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import type { HistoryEvent } from "../../lib/history/history-event.ts";

const pageSize = 100;
/** The largest number of events that are summarised. */
const mostEvents = 1000;

type AwayEvents = { events: HistoryEvent[]; isCut: boolean };

/**
 * The other people's events since a time in ms, read once. Undefined until they are loaded; null when they cannot be
 * read.
 */
export function useAwayEvents(since: number): AwayEvents | null | undefined {
  const convex = useConvex();
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
    // The list appears unasked, so a failed read shows nothing.
    read().then(tell, () => tell(null));
    return () => {
      isOver = true;
    };
  }, [convex, since]);
  return found?.since === since ? found.told : undefined;
}
