import { expect } from "@playwright/test";
import { toastOn } from "./support/notifications.ts";
import { test } from "./support/test.ts";
import { createUnitTab, openUnitTab } from "./support/unit-tabs.ts";

// Only the demo workspace gives the person "supervisor" that role.
test.use({ seed: "demo" });

test("a note lives from its writing to its end, seen by another [NOTE-01] [NOTE-03] [TOAST-16]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const supervisor = await openAs("supervisor");
  const address = await createUnitTab(manager, "Note House", "notes");
  const mine = await openUnitTab(supervisor, address);
  const theirs = await openUnitTab(manager, address);

  await mine.getByLabel("New note").fill("  The key is at the desk ");
  await mine.getByRole("button", { name: "Add Note" }).click();
  await expect(toastOn(supervisor, "Note added successfully")).toBeVisible();
  await expect(mine.getByLabel("New note")).toHaveValue("");
  await expect(theirs.getByText("The key is at the desk", { exact: true })).toBeVisible();
  await expect(theirs.getByText("(edited)")).toHaveCount(0);

  await mine.getByRole("button", { name: "Edit note" }).click();
  await expect(mine.getByLabel("Edit note")).toBeFocused();
  await mine.getByLabel("Edit note").fill("The key is with the porter");
  await mine.getByRole("button", { name: "Save" }).click();
  await expect(toastOn(supervisor, "Note updated successfully")).toBeVisible();
  await expect(theirs.getByText("The key is with the porter")).toBeVisible();
  await expect(theirs.getByText("(edited)")).toBeVisible();

  await mine.getByRole("button", { name: "Delete note" }).click();
  await supervisor.getByRole("alertdialog").getByRole("button", { name: "Delete Note" }).click();
  await expect(toastOn(supervisor, "Note deleted successfully")).toBeVisible();
  await expect(theirs.getByText("No notes yet")).toBeVisible();
});
