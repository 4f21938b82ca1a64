import { useConvex } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../../convex/_generated/api.js";
import { comparePlaces, readReport } from "../../../../convex/rules/reports.ts";
import type { UnitChoice } from "../run/report-types.ts";

type Choices =
  | { state: "loading" }
  | { state: "failed"; retry: () => void }
  | { state: "loaded"; units: readonly UnitChoice[] };

/** The units of a project, or of all projects for null, in the order of reports. */
export function useUnitChoices(projectId: string | null): Choices {
  const convex = useConvex();
  const [attempt, setAttempt] = useState(0);
  const key = `${projectId ?? ""} ${String(attempt)}`;
  const [found, setFound] = useState<{ key: string; units: UnitChoice[] | null } | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const read = (args: Parameters<Parameters<typeof readReport>[0]>[0]) => {
      signal.throwIfAborted();
      return convex.query(api.reports.unitsPage, args);
    };
    const load = async () => {
      const units = await readReport(read, { projectId: projectId ?? undefined });
      return units.sort((a, b) => comparePlaces(a.place, b.place));
    };
    const show = (units: UnitChoice[] | null) => {
      if (!signal.aborted) setFound({ key, units });
    };
    load().then(show, () => show(null));
    return () => controller.abort();
  }, [convex, projectId, key]);

  if (found?.key !== key) return { state: "loading" };
  if (found.units === null) return { state: "failed", retry: () => setAttempt(attempt + 1) };
  return { state: "loaded", units: found.units };
}
