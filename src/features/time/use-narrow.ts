import { useMedia } from "../../hooks/use-media.ts";

/** True when the window is too narrow for a week side by side: beside the sidebar, nine columns need this much. */
export function useNarrow(): boolean {
  return useMedia("(width < 64rem)");
}
