import { useConvex } from "convex/react";
import { api } from "../../../../convex/_generated/api.js";
import { toTaskDetails } from "../../../../convex/rules/reportMatrix.ts";
import { comparePlaces, readReport, toUnitTaskStatus } from "../../../../convex/rules/reports.ts";
import { toTurnStatus } from "../../../../convex/rules/turnReport.ts";
import { useStore } from "../../../hooks/use-store.ts";
import { pageReader } from "../../../hooks/reads/page-reader.ts";
import { useCan } from "../../../hooks/people/use-viewer.ts";
import { type ReadReport, reportRuns } from "./report-runs.ts";
import type { ReportSubject } from "./report-types.ts";
import type { ReportSettings } from "./reports-search.ts";
import type { UnitPlace } from "./unit-link.tsx";

/**
 * The report of the chosen type, and the functions that generate and cancel it. `subject` is its scope in words.
 */
export function useReport({ type, projectId, unitIds }: ReportSettings, subject: ReportSubject) {
  const convex = useConvex();
  const withMoney = useCan("money:read");
  const run = useStore(reportRuns, (runByType) => runByType[type]);

  const scope = { projectId: projectId ?? undefined, unitIds: unitIds ?? undefined };
  const read: ReadReport = async (onProgress, signal) => {
    const readPageOf = pageReader(convex);
    /** Reads all parts of a report; stops when the signal is aborted. */
    const allOf = <Part>(readPage: Parameters<typeof readReport<Part>>[0]) =>
      readReport<Part>(
        (args) => {
          signal.throwIfAborted();
          return readPage(args);
        },
        scope,
        onProgress,
      );
    if (type === "task-details") {
      const parts = await allOf((args) => readPageOf(api.reports.taskDetailsPage, args));
      const places = parts.toSorted((a, b) => comparePlaces(a.place, b.place)).map(toPlace);
      return { type, report: toTaskDetails(parts), places };
    }
    if (type === "turn-status") {
      const parts = await allOf((args) => readPageOf(api.reports.turnStatusPage, args));
      return { type, rows: toTurnStatus(parts), withMoney };
    }
    const parts = await allOf((args) => readPageOf(api.reports.unitTaskStatusPage, args));
    const places = new Map(parts.map((part) => [part.unitId, toPlace(part)]));
    return { type, rows: toUnitTaskStatus(parts), places };
  };

  return {
    run,
    generate: () => void reportRuns.start(type, subject, read),
    cancel: () => reportRuns.cancel(type),
  };
}

function toPlace({ unitId, projectId }: UnitPlace): UnitPlace {
  return { unitId, projectId };
}
