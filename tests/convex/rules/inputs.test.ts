import { expect, test } from "vitest";
import { parseDate, toIso } from "../../../convex/lib/dates.ts";
import { parseUnitNames } from "../../../convex/rules/inputs/newUnits.ts";
import { createProjectForm, createProjectInput } from "../../../convex/rules/inputs/projects.ts";
import { createTemplateInput } from "../../../convex/rules/inputs/taskTemplates.ts";
import { createMemberInput } from "../../../convex/rules/inputs/teamMembers.ts";
import { paidHours } from "../../../convex/rules/inputs/timeEntries.ts";
import { noteInput, updateUnitInput } from "../../../convex/rules/inputs/units.ts";
import { createUserInput } from "../../../convex/rules/inputs/users.ts";
import * as labels from "../../../convex/rules/labels.ts";

test.each([
  ["2025-07-14", "2025-07-14T12:00:00.000Z"],
  [" 2025-07-14 ", "2025-07-14T12:00:00.000Z"],
  ["2024-02-29", "2024-02-29T12:00:00.000Z"],
  ["2025-07-14T09:30:00.000Z", "2025-07-14T09:30:00.000Z"],
  ["2025-07-14T09:30Z", "2025-07-14T09:30:00.000Z"],
  ["2025-07-14T23:30:00-05:00", "2025-07-15T04:30:00.000Z"],
])("the sent date %j means %s [OP-30]", (sent, meant) => {
  expect(toIso(parseDate(sent) ?? undefined)).toBe(meant);
});

test.each([null, "", "  "])("%j is an empty date [OP-30]", (sent) => {
  expect(parseDate(sent)).toBeNull();
});

test("a rent and hours of -0 are 0, because -0 would be shown with its sign [TURN-02] [OP-20]", () => {
  expect(updateUnitInput.parse({ monthlyRent: -0 }).monthlyRent).toBe(0);
  for (const estimatedHours of [-0, -0.001])
    expect(createTemplateInput.parse({ name: "Paint", estimatedHours }).estimatedHours).toBe(0);
});

test.each([
  ...["2025-02-29", "2025-13-01", "2025-7-4", "14.07.2025", "1752480000000", "now", "2025-W29-1"],
  ...["2025-07-14T09:30:00", "2025-07-14 09:30:00Z", "2025-07-14T25:00:00Z", "2025-02-30T09:00Z"],
])("%j is no date [OP-30]", (sent) => {
  expect(parseDate(sent)).toBeUndefined();
});

test.each([
  ...["0000-12-31", "0000-01-01T00:00+14:00", "0001-01-01T00:00:00Z"],
  ...["9999-12-31T10:00:00Z", "9999-12-31T23:59:00-14:00"],
])("%j is no date: somewhere its year has not four digits, or is none [OP-30]", (sent) => {
  expect(parseDate(sent)).toBeUndefined();
});

test.each(["0001-01-01", "9999-12-31"])("%j is a date all the same [OP-30]", (sent) => {
  expect(toIso(parseDate(sent) ?? undefined)).toBe(`${sent}T12:00:00.000Z`);
});

test("unit names are lines, trimmed, without the empty ones [VALID-03]", () => {
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

test("a filled create form is accepted [PROJ-14]", () => {
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
])("the role %s is called %s, on the team page %s [PERM-22]", (role, label, teamLabel) => {
  expect(labels.roleLabel(role)).toBe(label);
  expect(labels.projectTeamRoleLabel(role)).toBe(teamLabel);
});

test.each([
  [
    "login roles [DATA-44]",
    labels.userRoles,
    "account_administrator project_manager project_supervisor",
  ],
  [
    "member roles [DATA-45]",
    labels.memberRoles,
    "project_manager supervisor crew_member contractor",
  ],
  ["project statuses [DATA-06]", labels.projectStatuses, "active completed on_hold cancelled"],
  ["unit statuses [DATA-10]", labels.unitStatuses, "not_started in_progress completed on_hold"],
  ["task statuses [DATA-16]", labels.taskStatuses, "not_started in_progress completed overdue"],
  ["photo types [PHOTO-18]", labels.photoTypes, "before progress completion"],
  ["periods in days [ANALYTICS-03]", labels.analyticsPeriods, "30 90 365"],
] as const)("%s are these and no others", (_, values, expected) => {
  expect(values.join(" ")).toBe(expected);
});

test("there are 12 trades, in this order [POOL-11]", () => {
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
])("a shift from %s to %s is %d paid hours [TIME-14]", (start, end, hours) => {
  const at = (time: string) => Date.parse(`2025-07-14T${time}:00Z`);

  expect(paidHours(at(start), at(end))).toBe(hours);
});

/** Texts in which a person sees nothing, by the name of what they are made of. */
const blanks = {
  "zero-width characters": "\u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF}",
  "Hangul fillers": "\u{3164}\u{FFA0}\u{115F}\u{1160}",
  "a blank Braille pattern": " \u{2800} ",
  "soft hyphens": "\u{AD}\u{AD}",
  "marks and overrides of direction": "\u{200E}\u{200F}\u{61C}\u{202E}\u{2066}\u{2069}",
  "variation selectors and tags": "\u{FE0F}\u{180B}\u{E0100}\u{E0041}",
  "control characters": "\u{7}\u{7F}\u{85}",
  "a joiner of letters": "\u{34F}",
};

test.each(Object.entries(blanks))(
  "a name of %s is an empty one [OP-20] [VALID-02] [NOTE-04]",
  (_, blank) => {
    const first = (result: { error?: { issues: { message: string }[] } | undefined }) =>
      result.error?.issues.map(({ message }) => message);
    const member = {
      firstName: blank,
      lastName: "Lee",
      email: "ann@homes.test",
      role: "supervisor",
    };
    const user = { email: "ann@homes.test", firstName: "Ann", lastName: blank };

    expect(first(createProjectInput.safeParse({ name: blank, units: ["101"] }))).toEqual([
      "Project name is required",
    ]);
    expect(first(createProjectInput.safeParse({ name: "Maple", units: [blank] }))).toEqual([
      "Please enter at least one unit",
    ]);
    expect(first(createTemplateInput.safeParse({ name: blank }))).toEqual([
      "Task name is required",
    ]);
    expect(first(createMemberInput.safeParse(member))).toEqual(["First name is required"]);
    expect(first(createUserInput("homes.test", []).safeParse(user))).toEqual([
      "Last name is required",
    ]);
    expect(first(noteInput.safeParse({ content: blank }))).toEqual(["Note is required"]);
    expect(parseUnitNames(`101\n${blank}\n102`)).toEqual(["101", "102"]);
  },
);

test.each([
  ...[
    "דירה 5",
    "\u{200F}(אגף ב)\u{200F}",
    "وحدة ١٠١",
    "می\u{200C}خواهم",
    "👩\u{200D}🔧 1",
    "❤\u{FE0F}",
  ],
  ...["क्\u{200D}ष", "部屋101", "é", "⠁⠀⠃", "🏴\u{E0067}\u{E0062}\u{E007F}", "co\u{AD}op"],
])("the name %j stays as it is [OP-20]", (name) => {
  const given = { name, units: [name], description: name };

  expect(createProjectInput.parse(given)).toEqual({ ...given, units: [{ name }] });
});

test("no text turns the line around it: what overrides directions is left out [OP-20]", () => {
  const turning = "\u{202E}101\u{202C} \u{2067}Maple\u{2069} \u{202A}Str\u{2068}eet\u{202D}";
  const given = { name: turning, units: [turning], description: turning };

  expect(createProjectInput.parse(given)).toEqual({
    ...{ name: "101 Maple Street", description: "101 Maple Street" },
    units: [{ name: "101 Maple Street" }],
  });
});
