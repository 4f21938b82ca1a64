import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import type { Looker } from "../../lib/presence/lookers.ts";
import { useConnection } from "../reads/use-connection.ts";
import { useLiveStatus } from "../reads/use-live-query.ts";
import { useViewer } from "./use-viewer.ts";

/** The time in ms within which a reloaded page is back. */
const GRACE_MS = 4000;

const NOBODY: readonly Looker[] = [];

/**
 * The other people who view a project or one of its units, in the order of arrival; empty without a live connection.
 */
export function useLookers(projectId: string): readonly Looker[] {
  const { id: viewerId } = useViewer();
  const isLive = useConnection().state === "live";
  const { answer = NOBODY } = useLiveStatus(api.presence.list, { projectId });
  const others = useCalm(answer.filter(({ userId }) => userId !== viewerId));
  return isLive ? others : NOBODY;
}

/** A steady version of the list: a person who leaves stays for a moment, and a person who stays keeps the position. */
function useCalm(now: readonly Looker[]): readonly Looker[] {
  const [held, setHeld] = useState(now);
  const isThere = (one: Looker) => now.some(({ userId }) => userId === one.userId);
  const news = now.filter(({ userId }) => held.every((one) => one.userId !== userId));
  const shown = [
    ...held.map((one) => now.find(({ userId }) => userId === one.userId) ?? one),
    ...news,
  ];
  const goneIds = held.filter((one) => !isThere(one)).map(({ userId }) => userId);
  const goneText = goneIds.join(" ");
  if (news.length > 0) setHeld(shown);
  useEffect(() => {
    if (goneText === "") return;
    const gone = new Set(goneText.split(" "));
    const timer = setTimeout(
      () => setHeld((list) => list.filter(({ userId }) => !gone.has(userId))),
      GRACE_MS,
    );
    return () => clearTimeout(timer);
  }, [goneText]);
  return shown;
}
