import { expect, type Page } from "@playwright/test";
import { createProject } from "./support/function-client.ts";
import { test } from "./support/test.ts";

test.use({ seed: "templates" });

function heading(page: Page, name: string) {
  return page.getByRole("heading", { level: 1, name, exact: true });
}

/** Follows a menu item without reloading the page. */
async function follow(page: Page, item: string, title: string) {
  await page.getByRole("navigation").getByRole("link", { name: item, exact: true }).click();
  await expect(heading(page, title)).toBeVisible();
}

const pages = [
  { path: "/projects", title: "Projects" },
  { path: "/units", title: "Unit Management" },
  { path: "/team", title: "Project Team" },
  { path: "/team-management", title: "Team Management" },
  { path: "/user-management", title: "User Management" },
  { path: "/audit", title: "Audit Log" },
  { path: "/time-tracking", title: "Weekly Timesheet" },
  { path: "/analytics", title: "Project Analytics" },
  { path: "/reports", title: "Reports" },
];

test("every page opens at its address and from the menu [SHELL-01] [SHELL-02] [SHELL-03] [SHELL-04] [SHELL-05] [SHELL-06] [SHELL-07] [SHELL-08] [SHELL-09]", async ({
  openAs,
}) => {
  const page = await openAs("admin");
  for (const { path, title } of pages) {
    await page.goto(path);
    await expect(heading(page, title)).toBeVisible();
  }
  await follow(page, "Dashboard", "Project Dashboard");
  await follow(page, "Projects", "Projects");
  await follow(page, "Analytics", "Project Analytics");
  await follow(page, "Team Management", "Team Management");
  await follow(page, "User Management", "User Management");
  await follow(page, "Audit Log", "Audit Log");
  await follow(page, "Reports", "Reports");
});

test("the pages of a project open at its addresses and from the menu [SHELL-10] [SHELL-11] [SHELL-12] [SHELL-13] [SHELL-23]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const { id } = await createProject(page, { name: "Pier Walk", units: ["101"] });
  for (const { section, title } of [
    { section: "units", title: "Unit Management" },
    { section: "team", title: "Project Team" },
    { section: "time-tracking", title: "Weekly Timesheet" },
  ]) {
    await page.goto(`/projects/${id}/${section}`);
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByText("Current Project:")).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Current Project:" })).toContainText(
      "Pier Walk",
    );
  }
  await page.goto(`/projects/${id}/analytics`);
  await expect(heading(page, "Project Analytics")).toBeVisible();
  await follow(page, "Units", "Unit Management");
  await follow(page, "Project Team", "Project Team");
  await follow(page, "Time Tracking", "Weekly Timesheet");
});

test("pages without a project open that page of the chosen one, others that of their own [SHELL-03] [SHELL-04] [SHELL-07] [UNIT-01]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const { id } = await createProject(page, { name: "Chosen", units: ["1"] });
  const newest = await createProject(page, { name: "Newest", units: ["N1"] });
  await page.goto(`/projects/${id}/units`);
  await expect(page.getByRole("combobox", { name: "Current Project:" })).toContainText("Chosen");

  for (const section of ["units", "team", "time-tracking"]) {
    await page.goto(`/${section}`);
    await expect(page).toHaveURL(new RegExp(`/projects/${id}/${section}$`));
  }
  await page.goto(`/projects/${newest.id}/units`);
  await expect(page.getByRole("heading", { name: "N1" })).toBeVisible();
});

test("an unknown address and an unknown project say so", async ({ openAs }) => {
  const page = await openAs("manager");
  await page.goto("/no/such/page");
  await expect(page.getByText("Page not found")).toBeVisible();

  await page.goto("/projects/nothing/units");
  await expect(page.getByText("Project not found")).toBeVisible();
});

test("who may not manage users is told so [USER-03]", async ({ openAs }) => {
  const page = await openAs("manager");
  await page.goto("/user-management");
  await expect(page.getByText("Access Denied")).toBeVisible();
  await expect(page.getByText("You don't have permission to manage users.")).toBeVisible();
});
