import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import type { Looker } from "../../lib/presence/lookers.ts";
import { useConnection } from "../reads/use-connection.ts";
import { useLiveStatus } from "../reads/use-live-query.ts";
import { useViewer } from "./use-viewer.ts";

/** Somebody who reloads a page is back within this time. */
const GRACE_MS = 4000;

const NOBODY: readonly Looker[] = [];

/** The other people who look at a project or at one of its units, in the order in which they came; nobody without a line. */
export function useLookers(projectId: string): readonly Looker[] {
  const { id: viewerId } = useViewer();
  const isLive = useConnection().state === "live";
  const { answer = NOBODY } = useLiveStatus(api.presence.list, { projectId });
  const others = useCalm(answer.filter(({ userId }) => userId !== viewerId));
  return isLive ? others : NOBODY;
}

/** The list, in which whoever goes stays for a moment, and whoever stays keeps the place. */
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
