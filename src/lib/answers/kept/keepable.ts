/**
 * The live reads whose answers a device may keep. Users and the audit log are never among them, nor figures that
 * money is mixed into.
 */
export const keepableNames = [
  "analytics:days",
  "analytics:projectDays",
  "analytics:risk",
  "board:opening",
  "board:page",
  "board:pages",
  "company:settings",
  "dashboard:summary",
  "myDay:mine",
  "people:list",
  "photos:list",
  "photos:ofProject",
  "projectTeams:list",
  "projects:list",
  "projects:stats",
  "taskTemplates:list",
  "tasks:list",
  "timeEntries:list",
  "timeEntries:people",
  "unitNotes:list",
  "units:get",
  "units:list",
  "units:names",
  "views:list",
] as const;

const keepable: ReadonlySet<string> = new Set(keepableNames);

/** The fields that carry money; a device keeps none of it, whoever may see it. */
const moneyFields: ReadonlySet<string> = new Set([
  "monthlyRent",
  "vacancyLoss",
  "vacancyLossThisMonth",
]);

/** True for the key of a question whose answer may be kept. */
export function isKeepable(key: string): boolean {
  return keepable.has(key.slice(0, key.indexOf(" ")));
}

/** The answer as it is kept: a text without money. */
export function toKeptText(answer: unknown): string {
  return JSON.stringify(answer, (field, value: unknown) => (moneyFields.has(field) ? null : value));
}
