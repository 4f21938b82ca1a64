import fc from "fast-check";
import { expect, test } from "vitest";
import { dayIn } from "../../../convex/lib/dates.ts";
import { todayAt } from "../../../convex/model/context/today.ts";
import { type Risk, risks, type UnitStatus } from "../../../convex/rules/labels.ts";
import {
  alarmDay,
  lossWithin,
  monthOf,
  type OpenTasks,
  turnFigures,
  type UnitPlan,
  workingDays,
} from "../../../convex/rules/turn.ts";
import { compareNames, compareUrgency, sortableName } from "../../../convex/rules/urgency.ts";

const noWork: OpenTasks = { hours: 0, blocked: 0, overdue: 0 };
const noon = (date: string) => Date.parse(`${date}T12:00:00.000Z`);
const dayOf = (date: string) => Math.floor(noon(date) / 86_400_000);

/** The figures of a unit on a day of a company in UTC; days are texts, the rent is in dollars. */
function figuresOn(
  today: string,
  plan: { status?: UnitStatus; rent?: number; blockedReason?: string } & Record<string, unknown>,
  tasks: Partial<OpenTasks> = {},
) {
  const { status = "in_progress", rent, blockedReason } = plan;
  const moments = Object.entries(plan).filter(([name]) => name.endsWith("Date"));
  const dates = Object.fromEntries(moments.map(([name, date]) => [name, noon(date as string)]));
  const stored: UnitPlan = { status, blockedReason, ...dates };
  if (rent !== undefined) stored.monthlyRent = rent * 100;
  const calendar = { day: dayOf(today), dayOf: (moment: number) => dayIn("UTC", moment) };
  return turnFigures(stored, { ...noWork, ...tasks }, calendar);
}

test.each([
  ["without a move-out", {}, null],
  ["before the move-out", { moveOutDate: "2026-03-11" }, 0],
  ["on the day of the move-out", { moveOutDate: "2026-03-10" }, 0],
  ["after the move-out", { moveOutDate: "2026-03-01" }, 9],
  ["before the move-in", { moveOutDate: "2026-03-01", moveInDate: "2026-03-11" }, 9],
  ["on the day of the move-in", { moveOutDate: "2026-03-01", moveInDate: "2026-03-10" }, 9],
  ["after the move-in", { moveOutDate: "2026-03-01", moveInDate: "2026-03-05" }, 4],
  ["with both on one day", { moveOutDate: "2026-03-05", moveInDate: "2026-03-05" }, 0],
  ["over the end of a leap February", { moveOutDate: "2024-02-28" }, 741],
])("a unit counts its vacant days %s [TURN-04]", (_, plan, expected) => {
  expect(figuresOn("2026-03-10", plan).daysVacant).toBe(expected);
});

test.each([
  ["without any date", {}, null],
  ["from the start without a move-out", { startDate: "2026-03-04" }, 6],
  ["from the move-out before the start", { moveOutDate: "2026-03-01", startDate: "2026-03-04" }, 9],
  ["from a later move-out all the same", { moveOutDate: "2026-03-12", startDate: "2026-03-04" }, 0],
  [
    "to the completion",
    { status: "completed", moveOutDate: "2026-03-01", completionDate: "2026-03-06" },
    5,
  ],
  [
    "to today when it is open again",
    { status: "in_progress", moveOutDate: "2026-03-01", completionDate: "2026-03-06" },
    9,
  ],
  [
    "never below 0",
    { status: "completed", moveOutDate: "2026-03-08", completionDate: "2026-03-06" },
    0,
  ],
] as const)("a turn counts its days %s [TURN-04]", (_, plan, expected) => {
  expect(figuresOn("2026-03-10", plan).turnDays).toBe(expected);
});

test("the days to ready-by and move-in are negative when they are past, and null without a date [TURN-04]", () => {
  const plan = { readyByDate: "2026-03-07", moveInDate: "2026-03-12" };

  expect(figuresOn("2026-03-10", plan)).toMatchObject({ daysToReadyBy: -3, daysToMoveIn: 2 });
  expect(figuresOn("2026-03-10", {})).toMatchObject({ daysToReadyBy: null, daysToMoveIn: null });
});

test.each([
  ["Pacific/Auckland", "2026-03-09T10:59:59.999Z", 8, 8],
  ["Pacific/Auckland", "2026-03-09T11:00:00.000Z", 9, 9],
  ["Pacific/Auckland", "2026-06-09T12:00:00.000Z", 101, 100],
  ["America/Los_Angeles", "2026-03-10T06:59:59.999Z", 8, 8],
  ["America/Los_Angeles", "2026-03-10T07:00:00.000Z", 9, 9],
])(
  "in %s the company day decides around midnight, at %s [TURN-04] [GEN-04]",
  (timeZone, at, daysVacant, turnDays) => {
    const now = Date.parse(at);
    const calendar = {
      day: todayAt(now, timeZone).day,
      dayOf: (moment: number) => dayIn(timeZone, moment),
    };
    const plan = {
      status: "completed" as const,
      moveOutDate: noon("2026-03-01"),
      // Unless it is noon in UTC, this is a clock time and not a picked day.
      completionDate: now,
    };

    expect(turnFigures(plan, noWork, calendar)).toMatchObject({ daysVacant, turnDays });
  },
);

test.each([
  ["a month of 30 days", 1500, "2026-02-08", 1500],
  ["nothing on the first day", 1500, "2026-03-10", 0],
  ["half a cent upwards", 0.15, "2026-03-09", 0.01],
  ["less than half a cent downwards", 0.14, "2026-03-09", 0],
  ["a rent of 0", 0, "2026-03-01", 0],
  ["the highest rent for ten years", 1_000_000, "2016-03-12", 121_666_666.67],
])("a vacant unit loses %s [TURN-05]", (_, rent, moveOutDate, expected) => {
  const { vacancyLoss } = figuresOn("2026-03-10", { rent, moveOutDate });

  expect((vacancyLoss ?? NaN) / 100).toBe(expected);
});

test("nothing is lost that is not known [TURN-05]", () => {
  expect(figuresOn("2026-03-10", { rent: 100 }).vacancyLoss).toBeNull();
  expect(figuresOn("2026-03-10", { moveOutDate: "2026-03-01" }).vacancyLoss).toBeNull();
});

// 2026-03-10 is a Tuesday.
test.each<[string, Risk, Parameters<typeof figuresOn>[1], Partial<OpenTasks>]>([
  ["completed, however late", "done", { status: "completed", readyByDate: "2026-01-01" }, {}],
  ["without a date, however blocked", "no_date", {}, { blocked: 3, overdue: 2 }],
  ["promised for yesterday", "late", { readyByDate: "2026-03-09" }, { blocked: 1 }],
  [
    "whose earlier date is past",
    "late",
    { readyByDate: "2026-04-01", moveInDate: "2026-03-09" },
    {},
  ],
  ["promised for today", "on_track", { moveInDate: "2026-03-10" }, {}],
  ["with a blocked task", "at_risk", { readyByDate: "2026-04-01" }, { blocked: 1 }],
  ["that is blocked itself", "at_risk", { readyByDate: "2026-04-01", blockedReason: "parts" }, {}],
  ["with an overdue task", "at_risk", { readyByDate: "2026-04-01" }, { overdue: 1 }],
  ["whose work just fits", "on_track", { readyByDate: "2026-03-11" }, { hours: 1600 }],
  ["whose work does not fit", "at_risk", { readyByDate: "2026-03-11" }, { hours: 1601 }],
  ["whose days are a weekend long", "on_track", { readyByDate: "2026-03-15" }, { hours: 3200 }],
])("a unit %s is %s [TURN-07]", (_, risk, plan, tasks) => {
  expect(figuresOn("2026-03-10", plan, tasks).risk).toBe(risk);
});

test("no working day is left on a weekend, so any work is too much [TURN-07]", () => {
  const plan = { readyByDate: "2026-03-15" };

  expect(figuresOn("2026-03-14", plan).risk).toBe("on_track");
  expect(figuresOn("2026-03-14", plan, { hours: 1 }).risk).toBe("at_risk");
});

test("working days are those from Monday to Friday, as a calendar counts them [TURN-07]", () => {
  const isWorkingDay = (day: number) => ![0, 6].includes(new Date(day * 86_400_000).getUTCDay());
  for (let first = -20; first < 20; first++) {
    for (let last = first - 2; last < first + 20; last++) {
      const days = Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);
      expect(workingDays(first, last)).toBe(days.filter(isWorkingDay).length);
    }
  }
});

test("the loss of a month is that of its days, and today is not in it [TURN-10]", () => {
  const march = monthOf(dayOf("2026-03-10"));
  const lossOf = (moveOutDate: string, moveInDate?: string) =>
    lossWithin(
      {
        moveOutDate: noon(moveOutDate),
        ...(moveInDate === undefined ? {} : { moveInDate: noon(moveInDate) }),
        monthlyRent: 300_000,
      },
      dayOf("2026-03-10"),
      march,
    ) / 10_000;

  expect(march).toEqual({ from: dayOf("2026-03-01"), to: dayOf("2026-04-01") });
  expect(monthOf(dayOf("2025-12-31")).to).toBe(dayOf("2026-01-01"));
  expect(lossOf("2026-01-15")).toBe(9);
  expect(lossOf("2026-03-04")).toBe(6);
  expect(lossOf("2026-02-20", "2026-03-03")).toBe(2);
  expect(lossOf("2026-01-20", "2026-02-03")).toBe(0);
  expect(lossOf("2026-03-12")).toBe(0);
});

test("units stand by risk, then date, then days vacant, then name [TURN-10]", () => {
  const unit = (risk: Risk, promisedDay: number | null, daysVacant: number | null, name: string) =>
    ({ risk, promisedDay, daysVacant, name }) as const;
  const inOrder = [
    unit("late", 9, 1, "9"),
    unit("at_risk", 3, 1, "8"),
    unit("at_risk", 4, 7, "7"),
    unit("at_risk", 4, 2, "2b"),
    unit("at_risk", 4, 2, "10"),
    unit("at_risk", 4, null, "1"),
    unit("on_track", 1, 90, "3"),
    unit("no_date", null, 90, "4"),
    unit("no_date", null, null, "5"),
    unit("done", 1, 90, "6"),
  ];

  expect(inOrder.toReversed().sort(compareUrgency)).toEqual(inOrder);
  expect([...new Set(inOrder.map(({ risk }) => risk))]).toEqual([...risks]);
});

const days = fc.integer({ min: 20_000, max: 20_060 });
const momentOfDay = (day: number) => day * 86_400_000 + 43_200_000;

test("a unit is late or at risk from its alarm on, and not before [TURN-07]", () => {
  const plans = fc.record({
    status: fc.constantFrom("not_started", "in_progress", "completed", "on_hold"),
    readyByDate: fc.option(days.map(momentOfDay)),
    moveInDate: fc.option(days.map(momentOfDay)),
    blockedReason: fc.option(fc.constant("parts"), { freq: 5 }),
  });
  const work = fc.record({
    hours: fc.oneof(fc.constantFrom(0, 800, 1600, 4000), fc.integer({ min: 0, max: 20_000 })),
    blocked: fc.constantFrom(0, 0, 0, 1),
    due: fc.option(days),
  });
  fc.assert(
    fc.property(plans, work, days, (plan, { hours, blocked, due }, day) => {
      const tasks = { hours, blocked, overdue: due !== null && due < day ? 1 : 0 };
      const { risk } = turnFigures(plan, tasks, { day, dayOf: (moment) => dayIn("UTC", moment) });
      const from = alarmDay(plan, { hours, blocked, overdueFrom: due === null ? null : due + 1 });

      expect(from !== null && from <= day).toBe(risk === "late" || risk === "at_risk");
    }),
    { numRuns: 5_000 },
  );
});

test("names as indexes sort them stand as names do elsewhere [TURN-10]", () => {
  const part = fc.constantFrom("Unit ", "unit ", "A", "b", "É", "0", "1", "7", "10", "007", "99");
  const name = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(name, name, (a, b) => {
      const [one, other] = [sortableName(a), sortableName(b)];
      if (one !== other) expect(one < other).toBe(compareNames(a, b) < 0);
    }),
    { numRuns: 2_000 },
  );
});
