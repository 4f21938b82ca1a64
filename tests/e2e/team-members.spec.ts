import { expect } from "@playwright/test";
import { toastOn } from "./support/notifications.ts";
import { test } from "./support/test.ts";

test.use({ seed: "demo" });

test("a member added by one person appears for another [POOL-08] [POOL-01] [POOL-11]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const admin = await openAs("admin");
  await Promise.all([manager.goto("/team-management"), admin.goto("/team-management?q=zoe")]);
  await expect(admin.getByText("No members match")).toBeVisible();

  await manager.getByRole("button", { name: "Add Team Member" }).click();
  const dialog = manager.getByRole("dialog", { name: "Add Team Member" });
  await dialog.getByLabel("First Name").fill("Zoe");
  await dialog.getByLabel("Last Name").fill("Adler");
  await dialog.getByLabel("Email").fill("zoe@homes.test");
  await dialog.getByRole("combobox", { name: "Trade" }).click();
  await manager.getByRole("option", { name: "Custom trade…" }).click();
  await dialog.getByLabel("Custom Trade").fill("Glazier");
  await dialog.getByRole("button", { name: "Add Team Member" }).click();

  await expect(toastOn(manager, "Team member added successfully")).toBeVisible();
  await expect(admin.getByRole("row", { name: /Zoe Adler.*Glazier/ })).toBeVisible();
});

test("a supervisor who opens the address sees no pool and asks for none [POOL-13]", async ({
  openAs,
}) => {
  const supervisor = await openAs("supervisor");
  const asked: string[] = [];
  supervisor.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => asked.push(String(payload)));
  });

  await supervisor.goto("/team-management");

  await expect(supervisor.getByRole("heading", { name: "Access Denied" })).toBeVisible();
  await expect(
    supervisor.getByText("You don't have permission to manage team members."),
  ).toBeVisible();
  expect(asked.filter((frame) => frame.includes("teamMembers:list"))).toEqual([]);
});
