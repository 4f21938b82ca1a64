import { expect } from "@playwright/test";
import { test } from "./support/test.ts";
import { createUnitTab, openUnitTab } from "./support/unit-tabs.ts";

// Only the demo workspace gives the person "supervisor" that role.
test.use({ seed: "demo" });

test("a supervisor cannot change a manager's note, a manager can change a supervisor's [OP-32]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const supervisor = await openAs("supervisor");
  const address = await createUnitTab(manager, "Rights House", "notes");
  const seenByManager = await openUnitTab(manager, address);
  const seenBySupervisor = await openUnitTab(supervisor, address);
  await seenByManager.getByLabel("New note").fill("From the manager");
  await seenByManager.getByRole("button", { name: "Add Note" }).click();
  await expect(seenBySupervisor.getByText("From the manager")).toBeVisible();
  await seenBySupervisor.getByLabel("New note").fill("From the supervisor");
  await seenBySupervisor.getByRole("button", { name: "Add Note" }).click();
  await expect(seenByManager.getByText("From the supervisor")).toBeVisible();

  const items = ["From the supervisor", "From the manager"];
  await expect(seenByManager.getByRole("listitem")).toContainText(items);
  await expect(seenByManager.getByRole("button", { name: "Edit note" })).toHaveCount(2);
  await expect(seenBySupervisor.getByRole("button", { name: "Edit note" })).toHaveCount(1);
});
