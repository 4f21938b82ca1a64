import { useSyncExternalStore } from "react";

// Beside the sidebar, nine columns need this much.
const query = "(width < 64rem)";

/** True when the window is too narrow for a week side by side. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}
