import { boardRowOf } from "../src/board/rows.ts";
import { longName } from "./exhibit.tsx";

const states = [
  { baseStatus: "completed" },
  { baseStatus: "in_progress" },
  { baseStatus: "not_started" },
  { baseStatus: "not_started", status: "overdue" },
  { baseStatus: "in_progress", status: "overdue", blockedReason: "parts" },
  { baseStatus: "not_started", blockedReason: "vendor" },
] as const;
const tasks = [
  { name: "Collect keys", category: "Move-out" },
  { name: longName, category: "Move-out" },
  { name: "Paint walls", category: "Paint" },
  { name: "Paint trim and doors", category: "Paint" },
  { name: "Replace air filters", category: "HVAC" },
  { name: "Check thermostat", category: "HVAC" },
];
const risks = ["late", "at_risk", "on_track", "no_date", "done"] as const;

/** Units of made data with every state and risk. */
export const boardRows = Array.from({ length: 24 }, (_, unit) =>
  boardRowOf(
    {
      id: String(unit),
      name: unit === 2 ? longName : String(101 + unit),
      readyByDate: unit % 5 === 3 ? null : `2026-03-${String(10 + unit)}T12:00:00.000Z`,
      turn: { risk: risks[unit % 5] ?? "on_track", daysVacant: unit, daysToReadyBy: unit - 3 },
    },
    tasks.flatMap((task, at) =>
      (unit + at) % 4 === 0 ? [] : [{ ...task, ...states[(unit * at + at) % states.length] }],
    ),
  ),
);
