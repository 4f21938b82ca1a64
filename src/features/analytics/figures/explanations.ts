import type { AnalyticsReport, Measurable } from "./analytics-types.ts";
import { formatHourCount, formatRate } from "./figure-texts.ts";
import { whenUsed } from "../../../lib/when-used.ts";

/** The formula of a figure in words, and the numbers that stand in it. */
export type Explanation = { formula: string; numbers: string };

const counts = whenUsed(() => new Intl.NumberFormat("en-US"));

/** The explanation of each figure of a report. */
export const explanations: Readonly<Record<Measurable, (report: AnalyticsReport) => Explanation>> =
  {
    completionRate: ({ figures }) => ({
      formula: "Completed tasks of all tasks of the project, whatever the period.",
      numbers: `${share(figures.completedTasks, figures.totalTasks)} tasks`,
    }),
    avgTurnTime: ({ basis: { turns } }) => ({
      formula: "Days from start to completion, averaged over the units completed in the period.",
      numbers: `${formatHourCount(turns.days)} days in ${some(turns.units, "unit")}`,
    }),
    costPerUnit: ({ figures, basis, labourRate }) => ({
      formula:
        "Hours logged in the period times the labour rate, shared by the units of the project.",
      numbers: `${formatHourCount(figures.totalHours)} hours at ${formatRate(labourRate)} per hour, ${some(basis.units, "unit")}`,
    }),
    qualityScore: ({ basis: { tasksDue, unitsDone } }) => ({
      formula:
        "5 times the mean of two shares: tasks completed by their due day, and completed units with a completion photo. A share without anything to count is left out.",
      numbers: [
        ...(tasksDue.all === 0 ? [] : [`${share(tasksDue.inTime, tasksDue.all)} tasks in time`]),
        ...(unitsDone.all === 0
          ? []
          : [`${share(unitsDone.withPhoto, unitsDone.all)} units with a photo`]),
      ].join(", "),
    }),
    schedule: ({ basis: { schedule } }) => ({
      formula:
        "Tasks with a due day by when they were completed: before that day, on it, or later. Open tasks are on schedule until their due day has passed.",
      numbers: `${counts().format(schedule.ahead)} ahead, ${counts().format(schedule.on)} on schedule, ${counts().format(schedule.behind)} behind`,
    }),
    crewUtilization: ({ figures, basis: { crew, days } }) => ({
      formula: `Hours logged of the hours that the team has: ${String(crew.hoursPerShift)} hours a person on each working day of the period.`,
      numbers: `${formatHourCount(figures.totalHours)} of ${formatHourCount(crew.hours)} hours, ${some(crew.people, "person", "people")}, ${some(days.working, "working day")}`,
    }),
    equipmentUsage: ({ basis: { days } }) => ({
      formula: "Working days of the period on which somebody logged time.",
      numbers: `${share(days.worked, days.working)} working days`,
    }),
    productivity: ({ figures, basis: { estimatedHours } }) => ({
      formula:
        "Estimated hours of the tasks completed in the period, of the hours logged in it; at most 100%.",
      numbers: `${formatHourCount(estimatedHours)} estimated, ${formatHourCount(figures.totalHours)} logged`,
    }),
    safetyScore: ({ basis: { shifts } }) => ({
      formula: `5 times the share of time entries of at most ${String(shifts.longestSafe)} paid hours.`,
      numbers: `${share(shifts.finished - shifts.long, shifts.finished)} entries`,
    }),
  };

function share(part: number, whole: number): string {
  return `${counts().format(part)} of ${counts().format(whole)}`;
}

function some(count: number, one: string, many = `${one}s`): string {
  return `${counts().format(count)} ${count === 1 ? one : many}`;
}
