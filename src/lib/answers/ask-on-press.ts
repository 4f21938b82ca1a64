import type { ConvexReactClient } from "convex/react";
import { makeFunctionReference } from "convex/server";
import { readsAt } from "./early-asked.ts";

/** The live reads of a screen wait so long for it. */
const WAIT_MS = 3000;

/**
 * Asks for the first reads of the screen behind a link as the link is pressed: the release of the press, the code of the screen
 * and its first drawing take a slow phone a quarter of a second.
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
