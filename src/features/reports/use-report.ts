import { useConvex } from "convex/react";
import { api } from "../../../convex/_generated/api.js";
import { toTaskDetails } from "../../../convex/rules/reportMatrix.ts";
import { readReport, toUnitTaskStatus } from "../../../convex/rules/reports.ts";
import { useStore } from "../../hooks/use-store.ts";
import { type ReadReport, reportRuns } from "./report-runs.ts";
import type { ReportSettings } from "./reports-search.ts";

/** The report of the chosen type and how to generate it; `subject` says in words what it is about. */
export function useReport({ type, projectId, unitIds }: ReportSettings, subject: string) {
  const convex = useConvex();
  const run = useStore(reportRuns, (runByType) => runByType[type]);

  const scope = { projectId: projectId ?? undefined, unitIds: unitIds ?? undefined };
  const read: ReadReport = async (onProgress, signal) => {
    if (type === "task-details") {
      const parts = await readReport(
        (args) => {
          signal.throwIfAborted();
          return convex.query(api.reports.taskDetailsPage, args);
        },
        scope,
        onProgress,
      );
      return { type, report: toTaskDetails(parts) };
    }
    const parts = await readReport(
      (args) => {
        signal.throwIfAborted();
        return convex.query(api.reports.unitTaskStatusPage, args);
      },
      scope,
      onProgress,
    );
    return { type, rows: toUnitTaskStatus(parts) };
  };

  return {
    run,
    generate: () => void reportRuns.start(type, subject, read),
    cancel: () => reportRuns.cancel(type),
  };
}
