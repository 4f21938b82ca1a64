import { useConvex } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import type { HistoryEvent } from "../../lib/history/history-event.ts";

const pageSize = 100;
/** More than these are not told one by one. */
const mostEvents = 1000;

type AwayEvents = { events: HistoryEvent[]; isCut: boolean };

/** The events of others since a moment, read once; undefined until they are there, null when they cannot be read. */
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
    // Nobody asked for it: what cannot be read is not told.
    read().then(tell, () => tell(null));
    return () => {
      isOver = true;
    };
  }, [convex, since]);
  return found?.since === since ? found.told : undefined;
}
