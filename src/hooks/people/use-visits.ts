import { useEffect } from "react";
import { visits } from "../../lib/device/visits.ts";
import { useStore } from "../use-store.ts";
import { useViewer } from "./use-viewer.ts";

/** The interval in ms at which a visit is recorded while the page is visible. */
const noteEveryMs = 60_000;

/** Records the viewer's visits while the page is visible. */
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

/** The start in ms of the viewer's last absence, until its summary is dismissed; undefined without one. */
export function useAwaySince(): number | undefined {
  const { id } = useViewer();
  return useStore(visits, (known) => known[id]?.awaySince);
}
