import fc from "fast-check";
import { act, change, date, type FunctionCalls, id, record, text } from "./app-arguments.ts";
import { mostly, type Sent } from "convex-host/comparing";

const time = mostly(
  fc.constantFrom<Sent>(
    ...["2026-03-02T07:00:00Z", "2026-03-02T16:00:00Z", "2026-03-03T01:20:00-05:00"],
  ),
  fc.constantFrom<Sent>("2026-06-30T07:00:00Z", "07:00", "", null),
);

const optional = {
  endTime: mostly(time, fc.constant(null)),
  unitId: mostly(id("units"), fc.constant(null)),
  teamMemberId: mostly(id("teamMembers"), fc.constant(null)),
  userId: id("users"),
  totalHours: fc.constantFrom<Sent>("8.00", 2, null),
  description: text("Paint"),
};

const ofProject: FunctionCalls = {
  args: record({ projectId: id("projects") }, { from: date, to: date }),
  sweep: { projectId: "projects" },
};

/** Arguments of programs for the functions of time entries. */
export const timeCalls: Readonly<Record<string, FunctionCalls>> = {
  "timeEntries:list": ofProject,
  "timeEntries:page": {
    args: record({ projectId: id("projects") }),
    sweep: { projectId: "projects" },
  },
  "timeEntries:people": ofProject,
  "timeEntries:create": {
    args: record({ projectId: id("projects"), startTime: time, date }, { ...optional, ...act }),
    weight: 6,
  },
  "timeEntries:update": {
    args: change(
      { timeEntryId: id("timeEntries"), ...act },
      { projectId: id("projects"), startTime: time, date, ...optional },
    ),
    weight: 5,
  },
  "timeEntries:remove": { args: record({ timeEntryId: id("timeEntries") }, act) },
};
