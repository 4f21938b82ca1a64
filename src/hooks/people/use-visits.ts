import { useEffect } from "react";
import { visits } from "../../lib/device/visits.ts";
import { useStore } from "../use-store.ts";
import { useViewer } from "./use-viewer.ts";

/** A visit is noted this often while the page is seen. */
const noteEveryMs = 60_000;

/** Notes the visits of the viewer while the page is seen. */
export function useNotedVisits(): void {
  const { id } = useViewer();
  useEffect(() => {
    const note = () => {
      if (document.visibilityState === "visible") visits.note(id);
    };
    note();
    const timer = setInterval(note, noteEveryMs);
    document.addEventListener("visibilitychange", note);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", note);
    };
  }, [id]);
}

/** The beginning of the viewer's absence whose changes are not dismissed; undefined without one. */
export function useAwaySince(): number | undefined {
  const { id } = useViewer();
  return useStore(visits, (known) => known[id]?.awaySince);
}
