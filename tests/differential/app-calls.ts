import fc from "fast-check";
import {
  baseTaskStatuses,
  blockedReasons,
  photoTypes,
  projectStatuses,
  unitStatuses,
} from "../../convex/rules/labels.ts";
import {
  act,
  change,
  date,
  type FunctionCalls,
  id,
  key,
  none,
  record,
  text,
} from "./app-arguments.ts";
import { deskCalls } from "./app-calls-of-desk.ts";
import { historyCalls } from "./app-calls-of-history.ts";
import { peopleCalls } from "./app-calls-of-people.ts";
import { teamCalls } from "./app-calls-of-teams.ts";
import { timeCalls } from "./app-calls-of-time.ts";
import { mostly, type Sent } from "convex-host/comparing";

const status = (values: readonly string[]) =>
  mostly(fc.constantFrom<Sent>(...values), fc.constantFrom<Sent>("overdue", "Active", "", 1, null));

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

const reportScope = record(
  {},
  { projectId: id("projects"), unitIds: fc.array(id("units"), { maxLength: 3 }) },
);

const dates = { startDate: date, completionDate: date };

const block = {
  blockedReason: mostly(
    fc.constantFrom<Sent>(...blockedReasons, null),
    fc.constantFrom<Sent>("", "weather", 1),
  ),
  blockedNote: mostly(text("Sink on order"), fc.constant(null)),
};

const assignees = {
  assignedToId: mostly(id("users"), fc.constant(null)),
  crewMemberId: mostly(id("teamMembers"), fc.constant(null)),
};

const period = mostly(fc.constantFrom<Sent>(30, 90, 365), fc.constantFrom<Sent>(7, "30", null));

const analytics = record({ projectId: id("projects") }, { period });

const hash = mostly(fc.constant<Sent>("0A".repeat(32)), fc.constantFrom<Sent>("", "0a", 5));

const taskOfPhoto = mostly(fc.constant(null), id("tasks"));

const openPage = mostly(fc.constantFrom<Sent>("desk", "phone"), fc.constantFrom<Sent>("", 5));

const rotation = mostly(fc.constantFrom<Sent>(0, 90, 180, 270), fc.constantFrom<Sent>(45, "90"));

const taskFields = { status: status(baseTaskStatuses), dueDate: date, ...dates, ...block };

const unitFields = { status: status(unitStatuses), ...dates, ...block };

/** Tasks that the second unit has from the beginning: tasks found by chance are seldom all of one unit. */
const tasksOfTheirUnit = record({
  unitId: fc.constant<Sent>({ idOf: "units", nth: 1 }),
  taskIds: fc.shuffledSubarray<Sent>([2, 3].map((nth) => ({ idOf: "tasks", nth }))),
});

/** The ids of an act on many records. */
const manyOf = (table: string) =>
  mostly(fc.array(id(table), { minLength: 1, maxLength: 3 }), fc.constant<Sent>([]));

/** The calls that programs make to every public function. A function without a row fails the tests. */
export const callsByFunction: Readonly<Record<string, FunctionCalls>> = {
  "company:settings": { args: none, sweep: {} },
  ...peopleCalls,
  ...teamCalls,
  ...timeCalls,
  ...historyCalls,
  "dashboard:summary": { args: none, sweep: {}, weight: 2 },
  "analytics:project": { args: analytics, sweep: { projectId: "projects" }, weight: 2 },
  "analytics:report": { args: analytics, sweep: { projectId: "projects" }, weight: 3 },
  "analytics:projectDays": { args: analytics, sweep: { projectId: "projects" }, weight: 2 },
  "analytics:risk": { args: record({}), sweep: {} },
  "analytics:days": { args: record({}, { period }), sweep: {} },
  "reports:unitsPage": { args: reportScope, sweep: {} },
  "reports:turnStatusPage": { args: reportScope, sweep: {} },
  "reports:unitTaskStatusPage": { args: reportScope, sweep: {} },
  "reports:taskDetailsPage": { args: reportScope, sweep: {} },
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
    args: change(
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
  "projects:remove": { args: record({ projectId: id("projects") }), weight: 2 },
  "projects:removals": { args: none, sweep: {} },
  "projects:retryRemoval": { args: record({ removalId: id("projectRemovals") }) },
  "presence:list": {
    args: record({ projectId: id("projects") }),
    sweep: { projectId: "projects" },
  },
  "presence:typing": { args: record({ recordId: id("units") }), sweep: { recordId: "units" } },
  "presence:look": {
    args: record(
      { page: openPage, projectId: id("projects") },
      { unitId: id("units"), recordId: id("units"), field: text("monthlyRent") },
    ),
    weight: 3,
  },
  "presence:leave": { args: record({ page: openPage }) },
  "board:opening": { args: record({}, { projectId: id("projects") }), sweep: {} },
  "board:pages": { args: record({ projectId: id("projects") }), sweep: { projectId: "projects" } },
  "board:page": { args: record({ projectId: id("projects") }), sweep: { projectId: "projects" } },
  ...deskCalls,
  "myDay:mine": { args: none, sweep: {} },
  "myDay:people": { args: none, sweep: {} },
  "units:list": { args: record({ projectId: id("projects") }), sweep: { projectId: "projects" } },
  "units:page": { args: record({ projectId: id("projects") }), sweep: { projectId: "projects" } },
  "units:names": { args: record({ projectId: id("projects") }), sweep: { projectId: "projects" } },
  "units:get": { args: record({ unitId: id("units") }), sweep: { unitId: "units" } },
  "units:create": { args: record({ projectId: id("projects"), units: names }, { key }), weight: 4 },
  "units:update": {
    args: change({ unitId: id("units"), ...act }, unitFields),
    weight: 6,
  },
  "units:updateMany": {
    args: record({ ids: manyOf("units"), set: change({}, unitFields) }, { key }),
    weight: 5,
  },
  "units:removeMany": { args: record({ ids: manyOf("units") }, { key }), weight: 3 },
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
  "taskTemplates:reorder": { args: record({ templateIds }), weight: 4 },
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
  "tasks:cancelAssignment": {
    args: record({ assignmentId: id("bulkAssignments") }),
    weight: 3,
  },
  "tasks:assignToUnit": {
    args: record({ unitId: id("units"), templateIds }, { ...assignees, key }),
    weight: 5,
  },
  "tasks:assignToAllUnits": {
    args: record({ projectId: id("projects"), templateIds }, { ...assignees, key }),
    weight: 4,
  },
  "tasks:update": {
    args: change({ taskId: id("tasks"), ...act }, { ...taskFields, ...assignees }),
    weight: 10,
  },
  "tasks:updateMany": {
    args: record(
      { ids: manyOf("tasks"), set: change({}, { ...taskFields, ...assignees }) },
      { key },
    ),
    weight: 5,
  },
  "tasks:reorder": {
    args: fc.oneof(
      record({ unitId: id("units"), taskIds: fc.array(id("tasks"), { maxLength: 4 }) }),
      tasksOfTheirUnit,
    ),
    weight: 6,
  },
  "tasks:removeMany": { args: record({ ids: manyOf("tasks") }, { key }), weight: 3 },
  "tasks:remove": { args: record({ taskId: id("tasks") }), weight: 2 },
  "photos:list": {
    args: record({ unitId: id("units") }, { sha256: hash }),
    sweep: { unitId: "units" },
  },
  "photos:ofProject": {
    args: record({ projectId: id("projects") }, { unitId: id("units"), type: status(photoTypes) }),
    sweep: { projectId: "projects" },
  },
  "photos:get": {
    args: record({ projectId: id("projects"), photoId: id("photos") }),
    sweep: { projectId: "projects", photoId: "photos" },
  },
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
        ...{ takenAt: date, taskId: taskOfPhoto, rotation },
      },
    ),
    weight: 6,
  },
  "photos:update": {
    args: record(
      { photoId: id("photos") },
      { photoDate: date, caption: text("Sink"), taskId: taskOfPhoto, rotation },
    ),
    weight: 6,
  },
  "photos:remove": { args: record({ photoId: id("photos") }), weight: 2 },
  "unitNotes:list": { args: record({ unitId: id("units") }), sweep: { unitId: "units" } },
  "unitNotes:create": {
    args: record({ unitId: id("units"), content: text("Door sticks") }, act),
    weight: 4,
  },
  "unitNotes:update": {
    args: record(
      { noteId: id("unitNotes"), content: text("Door is fine") },
      { ...act, base: text("Door") },
    ),
    weight: 2,
  },
  "unitNotes:remove": { args: record({ noteId: id("unitNotes") }, act), weight: 3 },
};
