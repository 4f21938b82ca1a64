/** The forms in which history shows the value of a field. A "hidden" field follows from others and is not shown. */
export type FieldForm =
  | "text"
  | "number"
  | "hours"
  | "money"
  | "day"
  | "moment"
  | "status"
  | "reason"
  | "role"
  | "name"
  | "turn"
  | "hidden";

type HistoryField = { words: string; form: FieldForm };

const field = (words: string, form: FieldForm): HistoryField => ({ words, form });

/** The fields that events name, each with its words within a sentence. */
const historyFields: Readonly<Record<string, HistoryField>> = {
  status: field("status", "status"),
  startDate: field("start day", "day"),
  dueDate: field("due day", "day"),
  completionDate: field("completion day", "day"),
  actualCompletionDate: field("completion day", "day"),
  targetCompletionDate: field("target day", "day"),
  moveOutDate: field("move-out day", "day"),
  readyByDate: field("ready-by day", "day"),
  moveInDate: field("move-in day", "day"),
  monthlyRent: field("monthly rent", "money"),
  blockedReason: field("block", "reason"),
  blockedNote: field("note of the block", "text"),
  blockedAt: field("time of the block", "hidden"),
  blockedBy: field("person of the block", "hidden"),
  assignedToId: field("person", "name"),
  crewMemberId: field("team member", "name"),
  crewMemberName: field("name of the team member", "hidden"),
  completedBy: field("person who completed it", "hidden"),
  managerId: field("project manager", "name"),
  supervisorId: field("supervisor", "name"),
  userId: field("user", "name"),
  createdBy: field("creator", "hidden"),
  teamMemberId: field("team member", "name"),
  projectId: field("project", "name"),
  unitId: field("unit", "name"),
  taskId: field("task", "name"),
  templateId: field("master task", "name"),
  estimatedHours: field("estimated hours", "hours"),
  actualHours: field("actual hours", "hours"),
  totalHours: field("hours", "hours"),
  date: field("day", "day"),
  startTime: field("start", "moment"),
  endTime: field("end", "moment"),
  photoDate: field("photo day", "day"),
  takenAt: field("time of the photo", "moment"),
  retiredAt: field("time of retiring", "hidden"),
  rotation: field("rotation", "turn"),
  sortOrder: field("place in the order", "hidden"),
  updatedAt: field("time of the change", "hidden"),
  role: field("role", "role"),
  isActive: field("active state", "text"),
  isDefault: field("default", "text"),
  firstName: field("first name", "text"),
  lastName: field("last name", "text"),
  companyName: field("company name", "text"),
  contactName: field("contact", "text"),
  content: field("text", "text"),
  query: field("filters", "text"),
  type: field("kind", "text"),
};

/** The words and the form of a field. An unknown field is shown by its own name, as text. */
export function historyField(name: string): HistoryField {
  const known = Object.hasOwn(historyFields, name) ? historyFields[name] : undefined;
  return known ?? field(wordsOfName(name), "text");
}

/** The noun of a kind of event: "task" of "task.updated", and of "tasks.assigned" too. */
export function nounOfKind(kind: string): string {
  const [noun = ""] = kind.split(".");
  return noun.length > 2 && noun.endsWith("s") && !noun.endsWith("ss") ? noun.slice(0, -1) : noun;
}

/** A name of the code in words: "turn type" of "turnTypeId". */
export function wordsOfName(name: string): string {
  return name
    .replace(/Id$/, "")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[_.]+/g, " ")
    .trim()
    .toLowerCase();
}
