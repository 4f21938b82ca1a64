import type { DetailsPart, StatusPart } from "../../../convex/rules/reports.ts";

let units = 0;

/** Returns the time this many days ago. */
export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** The identification of a unit in reports; the project with the higher number comes first. */
export function unitPartOf(unitNumber: string, projectName = "Oak Court", project = 1) {
  units += 1;
  const place = { projectAt: project, project, unit: units };
  const unitId = `id of ${unitNumber} ${projectName}`;
  return { place, unitId, unitNumber, projectId: "project", projectName };
}

/** A unit's part of the unit task status report; figures that are not given are 0. */
export function statusPartOf(
  unitNumber: string,
  given: Partial<StatusPart["figures"]>,
  projectName?: string,
): StatusPart {
  const figures = {
    totalTasks: 0,
    completedTasks: 0,
    inProgressTasks: 0,
    notStartedTasks: 0,
    overdueTasks: 0,
    estimatedHours: 0,
    actualHours: 0,
    ...given,
  };
  return { ...unitPartOf(unitNumber, projectName), figures };
}

/** A unit's part of the task details report. */
export function detailsPartOf(
  unitNumber: string,
  tasks: Partial<DetailsPart["tasks"][number]>[],
  projectName?: string,
): DetailsPart {
  return {
    ...unitPartOf(unitNumber, projectName),
    tasks: tasks.map((task, sortOrder) => ({
      ...{ name: "Paint", status: "not_started", sortOrder, startDate: null, block: null },
      ...task,
    })),
  };
}
