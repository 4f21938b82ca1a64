import fc from "fast-check";
import { userRoles } from "../../convex/rules/labels.ts";
import { type FunctionCalls, id, key, none, record, text } from "./app-arguments.ts";
import { mostly, type Sent } from "convex-host/comparing";

const role = mostly(
  fc.constantFrom<Sent>(...userRoles),
  fc.constantFrom<Sent>("crew_member", "", null),
);

const email = mostly(
  fc.constantFrom("ann@localhost", " Ann@LOCALHOST ", "bo@north.localhost", "cy@localhost"),
  fc.constantFrom<Sent>("ann@evillocalhost", "a b@localhost", "localhost", "", null),
);

const contractorFields = {
  contactName: text("Kim"),
  specialty: text("Tiles"),
  phone: mostly(fc.constantFrom("0123 456", ""), text("12345678901")),
  email: text("kim@tiles.test"),
  isActive: mostly(fc.boolean(), fc.constantFrom<Sent>("yes", null)),
};

/** Sessions that few callers use: programs whose callers are all signed out would show little. */
const spareSession = mostly(
  fc.constantFrom<Sent>(...[0, 1, 2, 4, 5, 6, 8].map((nth) => ({ idOf: "sessions", nth }))),
  fc.constantFrom<Sent>("nonsense", { idOf: "users", nth: 0 }),
);
const spareUser = mostly(
  fc.constantFrom<Sent>(...[3, 4].map((nth) => ({ idOf: "users", nth }))),
  fc.constantFrom<Sent>("nonsense", { idOf: "sessions", nth: 0 }),
);

/** Arguments of programs for the functions of users, sessions and contractors. */
export const peopleCalls: Readonly<Record<string, FunctionCalls>> = {
  "users:viewer": { args: none, sweep: {} },
  "people:list": { args: none, sweep: {} },
  "users:list": { args: none, sweep: {} },
  "users:options": {
    args: record({}, { named: fc.array(id("users"), { maxLength: 3 }) }),
    sweep: {},
  },
  "users:namedAdministrators": { args: none, sweep: {} },
  "users:create": {
    args: record({ email, firstName: text("Ann"), lastName: text("Able") }, { role, key }),
    weight: 3,
  },
  "users:changeRole": { args: record({ userId: id("users"), role }), weight: 2 },
  "users:remove": { args: record({ userId: id("users") }), weight: 3 },
  "users:relink": { args: record({ userId: spareUser }), weight: 3 },
  "audit:list": { args: none, sweep: {} },
  "sessions:list": { args: none, sweep: {}, weight: 2 },
  "sessions:end": { args: record({ sessionId: spareSession }), weight: 3 },
  "sessions:endOthers": { args: none },
  "sessions:endAllOf": { args: record({ userId: spareUser }), weight: 3 },
  "contractors:list": {
    args: record({ projectId: id("projects") }),
    sweep: { projectId: "projects" },
  },
  "contractors:create": {
    args: record(
      { projectId: id("projects"), companyName: text("Tiles & Co") },
      { ...contractorFields, key },
    ),
    weight: 4,
  },
  "contractors:update": {
    args: record(
      { contractorId: id("contractors") },
      { companyName: text("Floors"), ...contractorFields },
    ),
    weight: 3,
  },
  "contractors:remove": { args: record({ contractorId: id("contractors") }), weight: 3 },
};
