import { useMedia } from "../../hooks/use-media.ts";

/** True when the window is too narrow for nine columns beside the sidebar. */
export function useNarrow(): boolean {
  return useMedia("(width < 64rem)");
}
