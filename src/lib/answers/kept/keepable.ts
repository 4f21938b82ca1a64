/**
 * The queries whose answers a device may keep. Users and the audit log are never among them, and neither are figures
 * that include money.
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

/** The fields with money. A device keeps none of them, even for people who may see them. */
const moneyFields: ReadonlySet<string> = new Set([
  "monthlyRent",
  "vacancyLoss",
  "vacancyLossThisMonth",
]);

/** True for the key of a question whose answer a device may keep. */
export function isKeepable(key: string): boolean {
  return keepable.has(key.slice(0, key.indexOf(" ")));
}

/** The answer as a text without money, for the device. */
export function toKeptText(answer: unknown): string {
  return JSON.stringify(answer, (field, value: unknown) => (moneyFields.has(field) ? null : value));
}
