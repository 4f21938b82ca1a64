import fc from "fast-check";
import {
  baseTaskStatuses,
  photoTypes,
  projectStatuses,
  unitStatuses,
} from "../../../convex/model/labels.ts";
import { id as idAmong, mostly, type Sent } from "./sent-values.ts";

type SentArgs = Record<string, Sent>;

/** What programs send to a public function of the app. */
export type FunctionCalls = {
  args: fc.Arbitrary<SentArgs>;
  /** How often it is called, beside the others. */
  weight?: number;
  /** Of a query: what its arguments are at the end, when everything is read. */
  sweep?: Record<string, string>;
};

const id = (table: string) =>
  mostly(idAmong(table, ["users", "units"]), fc.constantFrom<Sent>(5, null));

const none = fc.constant<SentArgs>({});

const text = (label: string) =>
  mostly(
    fc.constantFrom(label, `${label} é 😀`, `  ${label}  `),
    fc.constantFrom<Sent>("", "   ", label.repeat(200), null, 7, [label]),
  );

const date = mostly(
  fc.constantFrom<Sent>(
    ...["2026-02-20", "2026-03-01", "2026-03-02", "2026-03-06", "2026-03-31"],
    ...["2026-03-04T23:30:00-05:00", "2026-03-04T00:00:00.123Z", "", null],
  ),
  fc.constantFrom<Sent>("2026-02-30", "2026-03-04T10:00", "soon", 5, {}),
);

const status = (values: readonly string[]) =>
  mostly(fc.constantFrom<Sent>(...values), fc.constantFrom<Sent>("overdue", "Active", "", 1, null));

const key = mostly(fc.constantFrom("a", "b", "c"), fc.constantFrom("", "k".repeat(256)));

const names = mostly(
  fc.array(fc.constantFrom<Sent>("101", "102", " 103 ", "Flur, 2. OG"), {
    minLength: 1,
    maxLength: 5,
  }),
  fc.constantFrom<Sent>([], ["", " "], ["u".repeat(256)], [5], "101"),
);

const templateIds = mostly(
  fc.array(id("taskTemplates"), { minLength: 1, maxLength: 5 }),
  fc.constantFrom<Sent>(
    [],
    null,
    Array.from({ length: 101 }, () => "x"),
  ),
);

const category = mostly(fc.constantFrom<Sent>("Work", "Büro", null), text("Category"));

const hours = mostly(
  fc.constantFrom<Sent>(0, 1.5, 2.005, null),
  fc.constantFrom<Sent>(-1, 1000, Number.NaN, "2", 2n),
);

function record(required: SentFields, optional: SentFields = {}): fc.Arbitrary<SentArgs> {
  return fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) });
}

type SentFields = Record<string, fc.Arbitrary<Sent>>;

const dates = { startDate: date, completionDate: date };

/** Every public function, with what programs send to it; one without a row fails the tests. */
export const callsByFunction: Readonly<Record<string, FunctionCalls>> = {
  "company:settings": { args: none, sweep: {} },
  "users:viewer": { args: none, sweep: {} },
  "dashboard:summary": { args: none, sweep: {}, weight: 2 },
  "projects:list": { args: none, sweep: {} },
  "projects:stats": {
    args: record({ projectId: id("projects") }),
    sweep: { projectId: "projects" },
  },
  "projects:create": {
    args: record(
      { name: text("Maple Court"), units: names },
      { description: text("Roof"), startDate: date, targetCompletionDate: date, key },
    ),
    weight: 3,
  },
  "projects:update": {
    args: record(
      { projectId: id("projects") },
      {
        name: text("Oak Court"),
        description: text("Cellar"),
        status: status(projectStatuses),
        startDate: date,
        targetCompletionDate: date,
        managerId: mostly(id("users"), fc.constant(null)),
        supervisorId: mostly(id("users"), fc.constant(null)),
      },
    ),
    weight: 4,
  },
  "projects:contents": {
    args: record({ projectId: id("projects") }),
    sweep: { projectId: "projects" },
  },
  "projects:remove": { args: record({ projectId: id("projects") }) },
  "projects:removals": { args: none, sweep: {} },
  "units:list": { args: record({ projectId: id("projects") }), sweep: { projectId: "projects" } },
  "units:names": { args: record({ projectId: id("projects") }), sweep: { projectId: "projects" } },
  "units:get": { args: record({ unitId: id("units") }), sweep: { unitId: "units" } },
  "units:create": { args: record({ projectId: id("projects"), units: names }, { key }), weight: 3 },
  "units:update": {
    args: record({ unitId: id("units") }, { status: status(unitStatuses), ...dates }),
    weight: 6,
  },
  "units:remove": { args: record({ unitId: id("units") }), weight: 2 },
  "taskTemplates:list": { args: none, sweep: {}, weight: 2 },
  "taskTemplates:create": {
    args: record(
      { name: text("Sweep") },
      { description: text("All of it"), category, estimatedHours: hours, key },
    ),
    weight: 2,
  },
  "taskTemplates:update": {
    args: record(
      { templateId: id("taskTemplates") },
      { name: text("Mop"), description: text("Twice"), category, estimatedHours: hours },
    ),
    weight: 2,
  },
  "taskTemplates:reorder": { args: record({ templateIds }), weight: 2 },
  "taskTemplates:retire": { args: record({ templateId: id("taskTemplates") }) },
  "tasks:list": { args: record({ unitId: id("units") }), sweep: { unitId: "units" } },
  "tasks:assigned": {
    args: record({ projectId: id("projects") }),
    sweep: { projectId: "projects" },
  },
  "tasks:assignment": {
    args: record({ assignmentId: id("bulkAssignments") }),
    sweep: { assignmentId: "bulkAssignments" },
  },
  "tasks:cancelAssignment": { args: record({ assignmentId: id("bulkAssignments") }) },
  "tasks:assignToUnit": { args: record({ unitId: id("units"), templateIds }, { key }), weight: 5 },
  "tasks:assignToAllUnits": {
    args: record({ projectId: id("projects"), templateIds }, { key }),
    weight: 3,
  },
  "tasks:update": {
    args: record(
      { taskId: id("tasks") },
      { status: status(baseTaskStatuses), dueDate: date, ...dates },
    ),
    weight: 10,
  },
  "tasks:reorder": {
    args: record({ unitId: id("units"), taskIds: fc.array(id("tasks"), { maxLength: 4 }) }),
    weight: 3,
  },
  "tasks:remove": { args: record({ taskId: id("tasks") }), weight: 2 },
  "photos:list": { args: record({ unitId: id("units") }), sweep: { unitId: "units" } },
  "photos:uploadAddress": { args: none },
  "photos:create": {
    args: record(
      {
        unitId: id("units"),
        type: status(photoTypes),
        storageId: id("_storage"),
        originalName: mostly(fc.constantFrom("kitchen.jpg", "a/b.png"), text("plan.pdf")),
      },
      {
        caption: text("Sink"),
        photoDate: date,
        previewId: mostly(fc.constant(null), id("_storage")),
      },
    ),
    weight: 6,
  },
  "photos:updateDate": { args: record({ photoId: id("photos"), photoDate: date }), weight: 2 },
  "photos:remove": { args: record({ photoId: id("photos") }) },
  "unitNotes:list": { args: record({ unitId: id("units") }), sweep: { unitId: "units" } },
  "unitNotes:create": {
    args: record({ unitId: id("units"), content: text("Door sticks") }, { key }),
    weight: 4,
  },
  "unitNotes:update": {
    args: record({ noteId: id("unitNotes"), content: text("Door is fine") }),
    weight: 2,
  },
  "unitNotes:remove": { args: record({ noteId: id("unitNotes") }) },
    args: record(
    args: record(
    sweep: { projectId: "projects" },
  "timeEntries:list": {
    sweep: { projectId: "projects" },
  "timeEntries:page": { args: record({ projectId: id("projects"), paginationOpts }) },
  "timeEntries:people": {
    sweep: { projectId: "projects" },
  "timeEntries:create": {
  "timeEntries:update": {
    args: record(
      { timeEntryId: id("timeEntries") },
  "timeEntries:remove": { args: record({ timeEntryId: id("timeEntries") }) },
};
