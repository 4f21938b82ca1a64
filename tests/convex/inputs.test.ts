import { expect, test } from "vitest";
import { parseDate, toIso } from "../../convex/lib/dates.ts";
import { createProjectForm, parseUnitNames } from "../../convex/model/inputs/projects.ts";
import { paidHours } from "../../convex/model/inputs/timeEntries.ts";
import { projectTeamRoleLabel, roleLabel, trades } from "../../convex/model/labels.ts";

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
  expect(roleLabel(role)).toBe(label);
  expect(projectTeamRoleLabel(role)).toBe(teamLabel);
});

test("[POOL-11] there are 12 trades", () => {
  expect(new Set(trades).size).toBe(12);
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
