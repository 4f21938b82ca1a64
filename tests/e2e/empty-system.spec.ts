import { expect } from "@playwright/test";
import { toastOn } from "./support/notifications.ts";
import { test } from "./support/test.ts";

test.use({ seed: "none" });

test("the figures say that there is no project yet [DASH-07] [SHELL-19] [TOAST-23]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  await page.goto("/");
  await expect(
    page.getByText("Select a project to access project-specific features"),
  ).toBeVisible();

  await page.getByRole("button", { name: /Tasks in Jeopardy/ }).click();

  await expect(toastOn(page, "No Projects")).toContainText(
    "Create a project first to view units and tasks.",
  );
  await expect(page).toHaveURL(/\/projects$/);
});

test("empty panels show the way to a first project [DASH-10] [DASH-17] [PROJ-04]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  await page.goto("/");
  await expect(page.getByText("No recent activity")).toBeVisible();
  await expect(page.getByText("No active projects yet")).toBeVisible();

  await page.getByRole("button", { name: "Create Your First Project" }).click();

  await expect(page).toHaveURL(/\/projects$/);
  await expect(page.getByText("No projects yet")).toBeVisible();
  await page.getByRole("button", { name: "Create Your First Project" }).click();
  await expect(page.getByRole("dialog", { name: "Create New Project" })).toBeVisible();
});

test("pages of a project say what to do without one [SHELL-25] [UNIT-08] [TIME-11]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  for (const { path, text } of [
    { path: "/units", text: "Select a project" },
    { path: "/team", text: "Select a project" },
    { path: "/time-tracking", text: "Select a Project" },
  ]) {
    await page.goto(path);
    await expect(
      page.getByText("No projects available. Create your first project to get started."),
    ).toBeVisible();
    await expect(page.getByRole("main").getByText(text, { exact: true })).toBeVisible();
  }
});
