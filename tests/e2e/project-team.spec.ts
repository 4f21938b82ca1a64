import { expect } from "@playwright/test";
import { readProjects } from "./support/function-client.ts";
import { toastOn } from "./support/notifications.ts";
import { test } from "./support/test.ts";

test.use({ seed: "demo" });

test("who one person assigns and removes comes and goes for another [TEAM-02] [TEAM-04] [TEAM-07] [TOAST-18]", async ({
  openAs,
}) => {
  const supervisor = await openAs("supervisor");
  const admin = await openAs("admin");
  const project = (await readProjects(admin)).find(({ teamMembers }) => teamMembers.length > 0);
  const address = `/projects/${project?.id ?? ""}/team`;
  await Promise.all([supervisor.goto(address), admin.goto(address)]);

  await supervisor.getByRole("button", { name: "Assign Team Member" }).click();
  const dialog = supervisor.getByRole("dialog", { name: "Assign Team Member" });
  const search = dialog.getByRole("combobox", { name: "Search team members" });
  await expect(search).toBeFocused();
  await search.fill("chloe");
  await supervisor.keyboard.press("Enter");
  await expect(toastOn(supervisor, "Team member assigned to project successfully")).toBeVisible();
  await expect(dialog.getByRole("option")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Done" }).click();

  const contractors = admin.getByRole("list", { name: "Contractors" });
  await expect(contractors.getByRole("listitem", { name: "Chloe Martin" })).toBeVisible();
  await admin.getByRole("button", { name: "Remove Chloe Martin from the project" }).click();
  await admin.getByRole("button", { name: "Remove Member" }).click();
  await expect(toastOn(admin, "Team member removed from project successfully")).toBeVisible();
  await expect(supervisor.getByRole("listitem", { name: "Chloe Martin" })).toHaveCount(0);
  await admin.goto("/team-management");
  await expect(admin.getByRole("rowheader", { name: /Chloe Martin/ })).toBeVisible();
});
