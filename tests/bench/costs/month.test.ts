import { describe, expect, test } from "vitest";
import { type Cost, nothing } from "./cost.ts";
import { type Day, kinds } from "./day.ts";
import { type Measured, monthOf, runOf } from "./month.ts";
import { dollarsOf } from "./prices.ts";
import type { Costs, Group } from "./record-costs.ts";

const one: Cost = { ...nothing, calls: 1, documents: 10, read: 100, answered: 5 };

/** All people have the dashboard open all day and tick twice an hour. */
const day: Day = {
  ...{ daysAMonth: 1, hours: 8, peoplePerProject: 1, beats: 0, settles: 5, calls: {} },
  roles: [
    {
      ...{ name: "people", share: 1, openHours: 8, visits: 0 },
      acts: { tick: 2, note: 0, photo: 0, time: 0, move: 0 },
      screens: { dashboard: 1 },
    },
  ],
};

function measured(group: Partial<Group>, grown: Partial<Group> = group): Measured {
  const of = (projects: number, given: Partial<Group>): Costs => ({
    projects,
    screens: new Map([
      ["frame of every page", []],
      ["dashboard", [{ path: "q", scope: "all", visit: one, again: new Map(), ...given }]],
    ]),
    writes: new Map(kinds.map((kind) => [kind, { ...nothing, calls: 1, written: 7 }])),
  });
  return [of(5, group), of(10, grown)];
}

const dashboardOf = (people: number, costs: Measured, given: Day = day) =>
  monthOf(people, given, costs).screens.get("dashboard")!;

describe("a question that is watched", () => {
  test("is run once a visit where no write touches it", () => {
    const visiting = { ...day, roles: day.roles.map((role) => ({ ...role, visits: 3 })) };

    expect(dashboardOf(2, measured({}), visiting).calls).toBe(2 * 8 * 3);
  });

  test("is run again for each watcher by what the others write", () => {
    const again: Group["again"] = new Map([["tick elsewhere", one]]);
    const cost = dashboardOf(3, measured({ again }));

    // Three people watch for eight hours; each sees two ticks an hour from each of two others.
    expect(cost).toEqual({ ...nothing, calls: 96, documents: 960, read: 9_600, answered: 480 });
  });

  test("is run again by what its own watcher writes", () => {
    const again: Group["again"] = new Map([["tick own", one]]);

    expect(dashboardOf(3, measured({ again })).calls).toBe(3 * 8 * 2);
  });

  test("is run again by the job at most as often as that works", () => {
    const settled: Group["again"] = new Map([
      ["settle own", one],
      ["settle elsewhere", one],
    ]);

    expect(dashboardOf(2, measured({ again: settled })).calls).toBe(2 * 8 * 4);
    expect(dashboardOf(30, measured({ again: settled })).calls).toBe(30 * 8 * 5);
  });
});

test("what a question costs is told beside what the screens cost that ask it", () => {
  const again: Group["again"] = new Map([["tick own", one]]);
  const { screens, questions } = monthOf(3, day, measured({ again }));

  expect(questions.get("q")).toEqual(screens.get("dashboard"));
  expect(questions.get("q")?.calls).toBe(48);
});

describe("what one run reads", () => {
  const [small, large] = [
    { visit: { ...one, documents: 10 } },
    { visit: { ...one, documents: 20 } },
  ];

  test("grows along a line with the projects", () => {
    const run = { path: "q", scope: "all", projects: 100 } as const;

    expect(runOf(measured(small, large), "dashboard", run).documents).toBe(200);
  });

  test("does not grow where it is about the shown project", () => {
    const run = { path: "q", scope: "shown", projects: 100 } as const;
    const shown = { scope: "shown" } as const;
    const costs = measured({ ...small, ...shown }, { ...large, ...shown });

    expect(runOf(costs, "dashboard", run).documents).toBe(20);
  });
});

test("an act that takes several calls is counted with all of them, its rows once", () => {
  const { writes } = monthOf(1, { ...day, calls: { tick: 5 } }, measured({}));

  expect(writes.get("tick")).toEqual({ ...nothing, calls: 80, written: 16 * 7 });
});

test("what the plan includes is free, and what is above costs by the unit", () => {
  expect(dollarsOf({ ...nothing, calls: 25e6, read: 30e9, written: 20e9 })).toEqual({
    ...{ calls: 0, database: 0 },
  });
  expect(dollarsOf({ ...nothing, calls: 27e6, read: 60e9 })).toEqual({ calls: 4, database: 2 });
});
