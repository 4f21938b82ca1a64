import type { Page } from "@playwright/test";
import { click, dialog, question, type View } from "../support/view.ts";

const path = "/user-management";

export const userViews: readonly View[] = [
  { name: "the users", path },
  { name: "the audit log", path: "/audit" },
  { name: "the dialog to add a user", path, steps: click("Add User"), within: dialog },
  { name: "the dialog to edit a role", path, steps: click(/^Edit Role of /), within: dialog },
  { name: "your devices", path, steps: openDevices, within: dialog },
  {
    name: "the question before a user is signed out everywhere",
    path: `${path}?q=supervisor`,
    steps: click(/everywhere$/),
    within: question,
  },
  {
    name: "the question before a user is deleted",
    path: `${path}?q=supervisor`,
    steps: click(/^Delete /),
    within: question,
  },
  {
    name: "the dialog to edit a project",
    path: "/projects",
    steps: click(/^Edit /),
    within: dialog,
  },
];

/** Opens the devices dialog from the viewer's name, which is in the drawer on a phone. */
async function openDevices(page: Page): Promise<void> {
  const drawer = page.getByRole("button", { name: "Open menu" });
  if (await drawer.isVisible()) await drawer.click();
  await page.getByRole("button", { name: /Your devices$/ }).click();
}
