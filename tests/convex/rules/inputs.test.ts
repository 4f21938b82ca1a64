import { expect, test } from "vitest";
import { parseDate, toIso } from "../../../convex/lib/dates.ts";
import { createProjectForm, parseUnitNames } from "../../../convex/rules/inputs/projects.ts";
import { paidHours } from "../../../convex/rules/inputs/timeEntries.ts";
import * as labels from "../../../convex/rules/labels.ts";

test.each([
  ["2025-07-14", "2025-07-14T12:00:00.000Z"],
  [" 2025-07-14 ", "2025-07-14T12:00:00.000Z"],
  ["2024-02-29", "2024-02-29T12:00:00.000Z"],
  ["2025-07-14T09:30:00.000Z", "2025-07-14T09:30:00.000Z"],
  ["2025-07-14T09:30Z", "2025-07-14T09:30:00.000Z"],
  ["2025-07-14T23:30:00-05:00", "2025-07-15T04:30:00.000Z"],
])("[OP-30] the sent date %j means %s", (sent, meant) => {
  expect(toIso(parseDate(sent) ?? undefined)).toBe(meant);
});

test.each([null, "", "  "])("[OP-30] %j is an empty date", (sent) => {
  expect(parseDate(sent)).toBeNull();
});

test.each([
  ...["2025-02-29", "2025-13-01", "2025-7-4", "14.07.2025", "1752480000000", "now", "2025-W29-1"],
  ...["2025-07-14T09:30:00", "2025-07-14 09:30:00Z", "2025-07-14T25:00:00Z", "2025-02-30T09:00Z"],
])("[OP-30] %j is no date", (sent) => {
  expect(parseDate(sent)).toBeUndefined();
});

test("[VALID-03] unit names are lines, trimmed, without the empty ones", () => {
  expect(parseUnitNames("  101 \n\n 102\r\n\t\r103")).toEqual(["101", "102", "103"]);
});

const form = {
  name: "Maple",
  description: "",
  units: "101",
  startDate: null,
  targetCompletionDate: null,
};

test.each([
  ["[VALID-02]", { units: "" }, ["units", "Please enter at least one unit"]],
  ["[VALID-02]", { units: " \n " }, ["units", "Please enter at least one unit"]],
  ["[OP-20]", { name: " " }, ["name", "Project name is required"]],
  [
    "[OP-20]",
    { startDate: "2025-07-14", targetCompletionDate: "2025-07-13" },
    ["targetCompletionDate", "Target completion date must be on or after the start date"],
  ],
] as const)("%s the create form refuses %j at its field", (_, fields, issue) => {
  const result = createProjectForm.safeParse({ ...form, ...fields });

  const issues = result.error?.issues.map(({ path, message }) => [path.join("."), message]);
  expect(issues).toContainEqual(issue);
});

test("[PROJ-14] a filled create form is accepted", () => {
  const dates = { startDate: "2025-07-14", targetCompletionDate: "2025-07-14" };

  expect(createProjectForm.safeParse({ ...form, ...dates }).success).toBe(true);
});

test.each([
  ["project_manager", "Project Manager", "Project Manager"],
  ["supervisor", "Supervisor", "Project Supervisor"],
  ["crew_member", "Crew Member", "Crew Member"],
  ["contractor", "Contractor", "Contractor"],
  ["foreman", "foreman", "foreman"],
  ["constructor", "constructor", "constructor"],
])("[PERM-22] the role %s is called %s, on the team page %s", (role, label, teamLabel) => {
  expect(labels.roleLabel(role)).toBe(label);
  expect(labels.projectTeamRoleLabel(role)).toBe(teamLabel);
});

test.each([
  [
    "[DATA-44] login roles",
    labels.userRoles,
    "account_administrator project_manager project_supervisor",
  ],
  [
    "[DATA-45] member roles",
    labels.memberRoles,
    "project_manager supervisor crew_member contractor",
  ],
  ["[DATA-06] project statuses", labels.projectStatuses, "active completed on_hold cancelled"],
  ["[DATA-10] unit statuses", labels.unitStatuses, "not_started in_progress completed on_hold"],
  ["[DATA-16] task statuses", labels.taskStatuses, "not_started in_progress completed overdue"],
  ["[PHOTO-18] photo types", labels.photoTypes, "before progress completion"],
  ["[ANALYTICS-03] periods in days", labels.analyticsPeriods, "30 90 365"],
] as const)("%s are these and no others", (_, values, expected) => {
  expect(values.join(" ")).toBe(expected);
});

test("[POOL-11] there are 12 trades, in this order", () => {
  expect(labels.trades).toEqual([
    ...["General Construction", "Electrician", "Plumber", "HVAC Technician"],
    ...["Flooring Specialist", "Painter", "Carpenter/Framing", "Drywall Installer"],
    ...["Tile Installer", "Appliance Installer", "Maintenance Technician", "Project Coordinator"],
  ]);
});

test.each([
  ["07:00", "16:00", 8],
  ["07:00", "07:30", 0],
  ["16:00", "07:00", 0],
  ["07:00", "15:20", 7.33],
])("[TIME-14] a shift from %s to %s is %d paid hours", (start, end, hours) => {
  const at = (time: string) => Date.parse(`2025-07-14T${time}:00Z`);

  expect(paidHours(at(start), at(end))).toBe(hours);
});
