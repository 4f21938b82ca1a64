import { createStore } from "../../../lib/store.ts";
import type { GeneratedReport, ReportContent, ReportSubject } from "./report-types.ts";
import { REPORT_TYPES, type ReportType } from "./reports-search.ts";

/** The state of the report of one type. */
export interface ReportRun {
  /** The number of units read so far; null when no report is being generated. */
  progress: number | null;
  hasFailed: boolean;
  /** The last generated report. */
  result: GeneratedReport | null;
}

/** Reads a report. It reports the number of units read, and stops when the signal is aborted. */
export type ReadReport = (
  onProgress: (units: number) => void,
  signal: AbortSignal,
) => Promise<ReportContent>;

const idle: ReportRun = { progress: null, hasFailed: false, result: null };

const controllerByType = new Map<ReportType, AbortController>();
const store = createStore<Readonly<Record<ReportType, ReportRun>>>({
  "unit-task-status": idle,
  "task-details": idle,
  "turn-status": idle,
});

/**
 * The reports of this window, one for each type. They outlive the page, so that a long run continues after the user has
 * left it.
 */
export const reportRuns = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,

  /**
   * Generates a report and replaces the last one of its type. The last one stays when this one fails or is cancelled.
   */
  start: async (type: ReportType, subject: ReportSubject, read: ReadReport): Promise<void> => {
    if (controllerByType.has(type)) return;
    const controller = new AbortController();
    controllerByType.set(type, controller);
    setRun(type, { progress: 0, hasFailed: false });
    try {
      const content = await read((progress) => {
        if (!controller.signal.aborted) setRun(type, { progress });
      }, controller.signal);
      if (controller.signal.aborted) return;
      const result = { content, subject, at: new Date().toISOString() };
      setRun(type, { progress: null, result });
    } catch {
      if (!controller.signal.aborted) setRun(type, { progress: null, hasFailed: true });
    } finally {
      if (controllerByType.get(type) === controller) controllerByType.delete(type);
    }
  },

  /** Cancels the run of a type. The result of a read in flight is discarded. */
  cancel: (type: ReportType) => {
    controllerByType.get(type)?.abort();
    controllerByType.delete(type);
    setRun(type, { progress: null });
  },

  /** Forgets all reports. */
  clear: () => {
    for (const type of REPORT_TYPES) {
      reportRuns.cancel(type);
      setRun(type, idle);
    }
  },
};

function setRun(type: ReportType, change: Partial<ReportRun>): void {
  const runByType = store.snapshot();
  store.set({ ...runByType, [type]: { ...runByType[type], ...change } });
}
