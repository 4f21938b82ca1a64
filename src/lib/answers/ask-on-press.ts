import type { ConvexReactClient } from "convex/react";
import { makeFunctionReference } from "convex/server";
import { readsAt } from "./early-asked.ts";

/** The time in ms for which a prewarmed read stays subscribed while its screen loads. */
const WAIT_MS = 3000;

/**
 * Prewarms the first reads of a link's screen when the link is pressed. The release of the press, the screen's code and
 * its first render take a slow phone a quarter of a second. Returns a function that removes the listener.
 */
export function askOnPress(client: Pick<ConvexReactClient, "prewarmQuery">): () => void {
  const ask = ({ target, button }: PointerEvent) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
    if (link === null || button !== 0 || link.origin !== window.location.origin) return;
    for (const { name, args } of readsAt(link.pathname, link.search)) {
      const query = makeFunctionReference<"query">(name);
      client.prewarmQuery({ query, args, extendSubscriptionFor: WAIT_MS });
    }
  };
  document.addEventListener("pointerdown", ask, { passive: true });
  return () => document.removeEventListener("pointerdown", ask);
}
