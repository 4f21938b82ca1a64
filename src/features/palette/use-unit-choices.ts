import { DoorOpen } from "lucide-react";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api.js";
import { hitPath } from "../../../convex/rules/search/hitPath.ts";
import { SearchIndex } from "../../../convex/rules/search/searchIndex.ts";
import { useLiveParts } from "../../hooks/reads/use-live-query.ts";
import { type Choice, unitId } from "./choice.ts";

type UnitNames = readonly { id: string; name: string }[];

interface Known {
  projectName: string;
  index: SearchIndex<Choice>;
}

/**
 * The search indexes, by the answer that they were built from: a new answer for one project leaves the others alone.
 */
const indexes = new WeakMap<UnitNames, Known>();

/** The units of these projects, live or as this device last saw them, with one search index for each project. */
export function useUnitChoices(
  projects: readonly { id: string; name: string }[],
): readonly SearchIndex<Choice>[] {
  const answers = useLiveParts(
    api.units.names,
    projects.map(({ id }) => ({ projectId: id })),
  );
  return useMemo(
    () =>
      projects.flatMap((project, at) => {
        const units = answers[at];
        return units === undefined ? [] : [indexOf(project, units)];
      }),
    [projects, answers],
  );
}

function indexOf(project: { id: string; name: string }, units: UnitNames): SearchIndex<Choice> {
  const known = indexes.get(units);
  if (known?.projectName === project.name) return known.index;
  const index = new SearchIndex(units.map((unit) => choiceOf(project, unit)));
  indexes.set(units, { projectName: project.name, index });
  return index;
}

function choiceOf(project: { id: string; name: string }, { id, name }: UnitNames[number]): Choice {
  return {
    ...{ id: unitId(id), name, context: project.name, detail: project.name },
    ...{ group: "Units", icon: DoorOpen },
    leadsTo: hitPath({ type: "unit", id, projectId: project.id }),
  };
}
