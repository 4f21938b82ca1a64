import type { ProjectStatus } from "../../rules/labels.ts";

/** The stage of a demo unit; the seed turns it into statuses, dates, hours and photos. */
export type DemoStage = "waiting" | "started" | "halfway" | "late" | "finishing" | "done";

export type DemoProject = {
  name: string;
  description: string;
  status: ProjectStatus;
  /** Offsets in days from today. */
  startsOn: number;
  endsOn: number;
  units: readonly { name: string; stage: DemoStage }[];
  /** The monthly rent of the first unit in dollars; each further unit costs a little more. */
  rent: number;
  /** Positions in `demoMembers`. */
  team: readonly number[];
};

/** The demo projects, oldest first. */
export const demoProjects: readonly DemoProject[] = [
  {
    name: "Harbor View Townhomes",
    description: "Eight townhomes turned before the summer leases.",
    status: "completed",
    startsOn: -62,
    endsOn: -24,
    units: demoUnits(["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"], ["done"]),
    rent: 2450,
    team: [0, 3, 4],
  },
  {
    name: "Maple Court Building C",
    description: "Ground floor to fourth floor, all two-bedroom units.",
    status: "active",
    startsOn: -27,
    endsOn: 18,
    units: demoUnits(
      [
        "101",
        "102",
        "103",
        "104",
        "201",
        "202",
        "203",
        "204",
        "301",
        "302",
        "303",
        "304",
        "401",
        "402",
        "403",
        "404",
      ],
      ["done", "finishing", "halfway", "late", "started", "halfway", "waiting", "done"],
    ),
    rent: 1650,
    team: [0, 1, 2, 4, 5, 7, 8],
  },
  {
    name: "Riverside Lofts Spring Turn",
    description: "Vacated lofts along the river, handed over floor by floor.",
    status: "active",
    startsOn: -9,
    endsOn: 33,
    units: demoUnits(
      Array.from({ length: 16 }, (_, index) => `Loft ${index + 1}`),
      ["halfway", "started", "late", "waiting", "started", "waiting", "finishing", "waiting"],
    ),
    rent: 1890,
    team: [1, 2, 3, 6, 9],
  },
];

function demoUnits(names: readonly string[], stages: readonly DemoStage[]) {
  return names.map((name, index) => ({ name, stage: stages[index % stages.length] ?? "waiting" }));
}
