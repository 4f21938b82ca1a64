import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessibility.ts";
import { assignTasks, createProject, setDueDays } from "./support/function-client.ts";
import { toastOn } from "./support/notifications.ts";
import { test } from "./support/test.ts";

test.use({ seed: "templates" });

const change = (page: Page, words: string) => page.getByRole("listitem").filter({ hasText: words });

test("the menu of recent changes undoes by keyboard, and keeps what somebody has changed since [UNDO-01]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const supervisor = await openAs("supervisor");
  const { id } = await createProject(manager, { name: "Menu Court", units: ["M1"] });
  await assignTasks(manager, id, 3);
  await setDueDays(manager, id, "2026-03-05");
  await supervisor.goto("/projects");
  await setDueDays(supervisor, id, "2026-03-06");
  await manager.goto("/my-day");

  await manager.getByRole("button", { name: "Recent changes" }).press("Enter");
  // The menu also lists the manager's changes in other tests.
  const changeHere = (words: string) => change(manager, words).filter({ hasText: "Menu Court" });
  const menu = manager.getByRole("dialog", { name: "Recent Changes" });
  await expect(changeHere("Set the due day")).toContainText("and 2 more");
  await expectAccessible(manager);
  const undoDays = changeHere("Set the due day").getByRole("button");
  await undoDays.focus();
  await manager.keyboard.press("Enter");
  await expect(toastOn(manager, "Kept as it is")).toBeVisible();

  await changeHere("Created the project Menu Court").getByRole("button").press("Enter");
  await expect(toastOn(manager, "Kept as it is")).toBeVisible();
  const undoTasks = changeHere("Added a task").getByRole("button", { name: /^Undo/ });
  await expect(undoTasks).toBeEnabled();
  await manager.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(manager.getByRole("button", { name: "Recent changes" })).toBeFocused();
});

test("the menu stands on a phone with very long names, and in the dark [UNDO-01]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const name = `Long ${"Magnolia".repeat(25)}`;
  await createProject(manager, { name, units: ["1"] });
  await manager.setViewportSize({ width: 390, height: 844 });
  await manager.emulateMedia({ colorScheme: "dark" });
  await manager.goto("/my-day");

  await manager.getByRole("button", { name: "Search" }).click();
  await manager.getByRole("combobox").fill("recent changes");
  await manager.keyboard.press("Enter");
  await expect(change(manager, "Created the project Long Magnolia")).toBeVisible();
  await expectAccessible(manager);
  await expectNoSidewaysScroll(manager);
});
