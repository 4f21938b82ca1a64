import { expect } from "@playwright/test";
import { createProject, deleteUnits, readUnits } from "./support/function-client.ts";
import { toastOn } from "./support/notifications.ts";
import { test } from "./support/test.ts";

test.use({ seed: "templates" });

test("what I did is undone and done again by keys, and others see it at once [UNDO-01]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const admin = await openAs("admin");
  const { id } = await createProject(manager, { name: "Undo Court", units: ["U1", "U2", "U3"] });
  await manager.goto(`/projects/${id}/units`);
  await admin.goto(`/projects/${id}/units`);
  const units = await readUnits(manager, id);
  await deleteUnits(
    manager,
    units.slice(0, 2).map((unit) => unit.id),
  );
  await expect(admin.getByRole("heading", { name: "U1" })).toBeHidden();

  await manager.keyboard.press("Control+z");
  await expect(toastOn(manager, "Undone")).toBeVisible();
  await expect(admin.getByRole("heading", { name: "U1" })).toBeVisible();
  await expect(admin.getByRole("heading", { name: "U2" })).toBeVisible();

  await manager.keyboard.press("Control+Shift+z");
  await expect(toastOn(manager, "Done again")).toBeVisible();
  await expect(admin.getByRole("heading", { name: "U1" })).toBeHidden();
  await toastOn(manager, "Done again").getByRole("button", { name: "Undo" }).click();
  await expect(admin.getByRole("heading", { name: "U2" })).toBeVisible();
});
