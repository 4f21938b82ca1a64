import fc from "fast-check";
import { trashKinds } from "../../convex/rules/labels.ts";
import { act, date, type FunctionCalls, id, record } from "./app-arguments.ts";
import { mostly, type Sent } from "convex-host/comparing";

const kind = mostly(fc.constantFrom<Sent>(...trashKinds), fc.constantFrom<Sent>("x", 5));

const longAgo = "2000-01-01T00:00:00Z";

const since = mostly(fc.constant<Sent>(longAgo), fc.constantFrom<Sent>("", "1", null));

const historyFilter = {
  userId: id("users"),
  kind: mostly(fc.constantFrom<Sent>("unit", "task.updated"), fc.constantFrom<Sent>("x", 5)),
  limit: mostly(fc.constantFrom<Sent>(1, 100), fc.constantFrom<Sent>(0, 101, 1.5)),
  from: date,
};

const deleted = fc.oneof(...["tasks", "units", "unitNotes", "timeEntries"].map(id));

/** Arguments of programs for the functions of history, of undo and of the trash. */
export const historyCalls: Readonly<Record<string, FunctionCalls>> = {
  "history:ofUnit": {
    args: record({ unitId: id("units") }, historyFilter),
    sweep: { unitId: "units" },
  },
  "history:ofProject": {
    args: record({ projectId: id("projects") }, historyFilter),
    sweep: { projectId: "projects" },
  },
  "history:whileAway": {
    args: record({ since }, { limit: historyFilter.limit }),
    sweep: {},
    fixed: { since: longAgo },
  },
  "trash:list": {
    args: record({}, { kind, projectId: id("projects"), limit: historyFilter.limit }),
    sweep: {},
  },
  "trash:restore": { args: record({ itemId: id("trash") }), weight: 3 },
  "trash:takeBack": { args: record({ recordId: deleted }), weight: 6 },
  "undo:recent": { args: record({}, { limit: historyFilter.limit }), sweep: {} },
  "undo:event": { args: record({ eventId: id("events") }), weight: 12 },
  "undo:byKey": { args: record({ act: act.key }), weight: 30 },
  "undo:batch": { args: record({ batchId: id("batches") }), weight: 8 },
  "undo:progress": { args: record({ runId: id("undoRuns") }), sweep: { runId: "undoRuns" } },
  "trash:remove": { args: record({ itemId: id("trash") }), weight: 2 },
};
