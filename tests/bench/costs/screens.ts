import { type ReportCursor, readReport, type ReportPage } from "../../../convex/rules/reports.ts";

/** One query of a client. */
export type Question = { path: string; args: Record<string, unknown> };

/** The ids and ranges that the queries of an open page use. */
export type Place = {
  projectId: string;
  unitId: string;
  /** All projects, of which `projectId` is one. */
  projectIds: readonly string[];
  /** The pages of the project's units. */
  ranges: readonly { after: number; through: number | null }[];
  /** The weeks of the timesheet: the shown one and those beside it. */
  weeks: readonly { from: string; to: string }[];
};

export type Screen = {
  name: string;
  /** The page reports its presence to the others at the project. */
  isInProject: boolean;
  /** The queries that the screen watches as long as it is open. */
  live: (place: Place) => Question[];
  /** The queries that the screen asks once per visit. The project has more units than one page. */
  once?: (place: Place, ask: (question: Question) => Promise<unknown>) => Promise<void>;
};

const period = 30;
const shownWeek = 0;

const presence = ({ projectId }: Place): Question[] => [
  { path: "presence:list", args: { projectId } },
];
const unitPages = ({ projectId, ranges }: Place): Question[] =>
  ranges.map((range) => ({ path: "units:list", args: { projectId, ...range } }));
const ofUnit = (path: string) => (place: Place) => [
  ...presence(place),
  ...unitPages(place),
  { path, args: { unitId: place.unitId } },
];
/** Asks for the bounds of the pages that are watched afterwards. */
const askPages: Screen["once"] = async ({ projectId }, ask) => {
  await ask({ path: "board:pages", args: { projectId } });
};
/** Asks for the whole list of units first; a long list is then watched in pages. */
const askUnits: Screen["once"] = async (place, ask) => {
  await ask({ path: "units:list", args: { projectId: place.projectId } });
  await askPages(place, ask);
};

/** The frame of each page; it stays while pages change. */
export const frame: Screen = {
  name: "frame of every page",
  isInProject: false,
  live: () => [
    { path: "users:viewer", args: {} },
    { path: "projects:list", args: {} },
    { path: "company:settings", args: {} },
  ],
};

/**
 * The live screens with their queries besides the frame's. A unit is open over the list of units, with one of its tabs.
 */
export const screens: readonly Screen[] = [
  {
    name: "dashboard",
    isInProject: false,
    live: () => [
      { path: "dashboard:summary", args: {} },
      { path: "analytics:risk", args: {} },
    ],
  },
  {
    name: "projects",
    isInProject: false,
    live: ({ projectIds }) => [
      { path: "projects:removals", args: {} },
      ...projectIds.map((projectId) => ({ path: "projects:stats", args: { projectId } })),
    ],
  },
  {
    name: "units of a project",
    isInProject: true,
    live: (place) => [...presence(place), ...unitPages(place)],
    once: askUnits,
  },
  { name: "unit, tasks", isInProject: true, live: ofUnit("tasks:list"), once: askUnits },
  { name: "unit, photos", isInProject: true, live: ofUnit("photos:list"), once: askUnits },
  { name: "unit, notes", isInProject: true, live: ofUnit("unitNotes:list"), once: askUnits },
  {
    name: "board of a project",
    isInProject: true,
    live: (place) => [
      ...presence(place),
      { path: "people:list", args: {} },
      { path: "taskTemplates:list", args: {} },
      ...place.ranges.map((range) => ({
        path: "board:page",
        args: { projectId: place.projectId, ...range },
      })),
    ],
    // The first answer contains the pages, and is no longer watched once their rows have arrived.
    once: async ({ projectId }, ask) => {
      await ask({ path: "board:opening", args: { projectId } });
      await ask({ path: "board:pages", args: { projectId } });
    },
  },
  { name: "my day", isInProject: false, live: () => [{ path: "myDay:mine", args: {} }] },
  {
    name: "my day of a manager",
    isInProject: false,
    live: ({ projectIds }) => [
      { path: "myDay:mine", args: {} },
      ...projectIds.map((projectId) => ({ path: "myDay:people", args: { projectId } })),
    ],
  },
  {
    name: "time",
    isInProject: true,
    live: (place) => {
      const { projectId, weeks } = place;
      return [
        ...presence(place),
        { path: "units:names", args: { projectId } },
        { path: "timeEntries:people", args: { projectId, ...weeks[shownWeek] } },
        ...weeks.map((week) => ({ path: "timeEntries:list", args: { projectId, ...week } })),
      ];
    },
  },
  {
    name: "analytics",
    isInProject: true,
    live: (place) => [
      ...presence(place),
      { path: "analytics:report", args: { projectId: place.projectId, period } },
      { path: "analytics:projectDays", args: { projectId: place.projectId, period } },
    ],
  },
  {
    name: "reports",
    isInProject: false,
    live: () => [],
    once: async ({ projectId }, ask) => {
      for (const path of ["reports:unitsPage", "reports:turnStatusPage"])
        await readReport<unknown>(
          async (args: { after?: ReportCursor }) =>
            (await ask({ path, args })) as ReportPage<unknown>,
          { projectId },
        );
    },
  },
];
