import { drafts } from "../../lib/typed/drafts.ts";
import { useStore } from "../use-store.ts";

/** The unsaved text for this key, live; undefined without one. */
export function useDraft(key: string): string | undefined {
  return useStore(drafts, (typedByKey) => typedByKey.get(key));
}
