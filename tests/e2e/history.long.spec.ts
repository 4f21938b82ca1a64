import { expect } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessibility.ts";
import {
  assignTasks,
  createProject,
  deleteUnits,
  planUnit,
  readUnits,
  setDueDays,
} from "./support/function-client.ts";
import { test } from "./support/test.ts";

test.use({ seed: "templates" });

test("the history of a unit is live, has an address and opens by keyboard [HIST-01]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const admin = await openAs("admin");
  const { id } = await createProject(manager, { name: "History Court", units: ["H1", "H2"] });
  const [unit] = await readUnits(manager, id);
  await manager.goto(`/projects/${id}/units?unit=${unit?.id ?? ""}`);
  const dialog = manager.getByRole("dialog", { name: "H1" });
  await dialog.getByRole("button", { name: "History" }).focus();
  await manager.keyboard.press("Enter");
  await expect(manager).toHaveURL(/tab=history/);
  await expect(dialog.getByText(/added unit H1/)).toBeVisible();

  const told = "changed the move-out day and the ready-by day of unit H1";
  await planUnit(admin, id, { moveOutDate: "2026-03-02", readyByDate: "2026-03-09" });

  await expect(dialog.getByText(told)).toBeVisible();
  await expectAccessible(manager);

  await manager.goto(`/projects/${id}/history`);
  await expect(manager.getByText(told)).toBeVisible();
  await expectAccessible(manager);

  await manager.getByRole("link", { name: "History of the unit" }).first().click();
  await expect(dialog.getByText(told)).toBeVisible();
  await manager.reload();
  await expect(dialog.getByText(told)).toBeVisible();
  await expect(manager).toHaveURL(/tab=history/);
});

test("acts on many records are lines that open by keyboard, also on a phone [HIST-01]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const name = `Long ${"Magnolia".repeat(20)}`;
  const { id } = await createProject(manager, { name: "Batch Court", units: [name, "B2", "B3"] });
  await assignTasks(manager, id, 4);
  await manager.goto(`/projects/${id}/history`);
  await expect(manager.getByText(/added 12 tasks in 3 units/)).toBeVisible();

  await setDueDays(manager, id, "2026-03-05");
  const line = manager.getByRole("listitem").filter({ hasText: /set the due day of 12 tasks/ });
  const open = line.getByRole("button", { name: "Show 12 changes" });
  await expect(open).toBeVisible();
  await open.focus();
  await manager.keyboard.press("Enter");
  await expect(line.getByRole("listitem").filter({ hasText: "set the due day of" })).toHaveCount(
    12,
  );
  await expectAccessible(manager);
  await manager.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(manager);
  await expectAccessible(manager);

  // The next tab stop is inside the line.
  await manager.keyboard.press("Tab");
  await expect(line.getByRole("link").nth(1)).toBeFocused();
  await manager.keyboard.press("Shift+Tab");
  await manager.keyboard.press("Space");
  await expect(line.getByRole("listitem")).toHaveCount(0);

  const units = await readUnits(manager, id);
  await deleteUnits(
    manager,
    units.map((unit) => unit.id),
  );
  await expect(manager.getByText(/deleted 3 units with 12 tasks/)).toBeVisible();
});

test("while somebody was away acts on many records are lines that open [HIST-02]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const admin = await openAs("admin");
  const { id } = await createProject(manager, { name: "Away Court", units: ["A1", "A2", "A3"] });
  await manager.goto("/");
  await expect(manager.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await expect(manager.getByRole("region", { name: "While you were away" })).toBeHidden();
  await assignTasks(admin, id, 4);
  await setDueDays(admin, id, "2026-03-05");

  // Pretend that the last visit was five hours ago.
  await manager.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith("visits")) ?? "";
    const visits = JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, object>;
    const seenAt = Date.now() - 5 * 3_600_000;
    const known = Object.keys(visits).map((user) => [user, { seenAt }]);
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(known)));
  });
  await manager.reload();

  const region = manager.getByRole("region", { name: "While you were away" });
  const line = region.getByRole("button", { name: /set the due day of 12 tasks.* in 3 units$/ });
  await line.focus();
  await manager.keyboard.press("Enter");
  await expect(region.getByText(/^Set the due day of/)).toHaveCount(12);
  await expectAccessible(manager);
  await manager.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(manager);
  await expectAccessible(manager);

  await region.getByRole("button", { name: /^Dismiss/ }).focus();
  await manager.keyboard.press("Enter");
  await expect(region).toBeHidden();
  await manager.reload();
  await expect(manager.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await expect(region).toBeHidden();
});
