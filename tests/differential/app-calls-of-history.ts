import fc from "fast-check";
import { trashKinds } from "../../convex/rules/labels.ts";
import { type FunctionCalls, id, record } from "./app-arguments.ts";
import { mostly, type Sent } from "convex-host/comparing";

const kind = mostly(fc.constantFrom<Sent>(...trashKinds), fc.constantFrom<Sent>("x", 5));

const limit = mostly(fc.constantFrom<Sent>(1, 100), fc.constantFrom<Sent>(0, 101, 1.5));

const deleted = fc.oneof(...["tasks", "units", "unitNotes", "timeEntries"].map(id));

/** Arguments of programs for the functions of the trash. */
export const historyCalls: Readonly<Record<string, FunctionCalls>> = {
  "trash:list": {
    args: record({}, { kind, projectId: id("projects"), limit }),
    sweep: {},
  },
  "trash:restore": { args: record({ itemId: id("trash") }), weight: 3 },
  "trash:takeBack": { args: record({ recordId: deleted }), weight: 6 },
  "trash:remove": { args: record({ itemId: id("trash") }), weight: 2 },
};
