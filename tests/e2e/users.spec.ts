import { expect, type Page } from "@playwright/test";
import { expectNoSidewaysScroll } from "./support/accessibility.ts";
import { runAxe } from "./support/axe.ts";
import { companyDomain } from "./support/host-process.ts";
import { hearToasts, toastOn } from "./support/notifications.ts";
import { phone, test } from "./support/test.ts";

test.use({ seed: "templates" });

async function openUsers(admin: Page) {
  await admin.goto("/user-management");
  await expect(admin.getByRole("heading", { name: "User Management" })).toBeVisible();
  return (name: string) => admin.getByRole("listitem", { name: `${name}@${companyDomain}` });
}

async function giveRole(admin: Page, role: string) {
  const dialog = admin.getByRole("dialog", { name: "Edit Role" });
  await dialog.getByRole("combobox", { name: "Role" }).click();
  await admin.getByRole("option", { name: role }).click();
  await dialog.getByRole("button", { name: "Update Role" }).click();
  await expect(toastOn(admin, "User role updated successfully")).toBeVisible();
}

test("a new role is in force in an open page, without a reload [SHELL-31, USER-11, PERM-20]", async ({
  openAs,
}) => {
  const nina = await openAs("somebody nina");
  const admin = await openAs("admin");
  const row = await openUsers(admin);
  await nina.goto("/projects");
  const create = nina.getByRole("button", { name: "Create Project" });
  const users = nina.getByRole("link", { name: "User Management" });
  await expect(create).toBeVisible();

  await row("nina")
    .getByRole("button", { name: /Edit Role/ })
    .click();
  await giveRole(admin, "Project Supervisor");
  await expect(create).toBeHidden();
  await expect(nina.getByRole("link", { name: "Team Management" })).toBeHidden();

  await row("nina")
    .getByRole("button", { name: /Edit Role/ })
    .click();
  await giveRole(admin, "Account Administrator");
  await expect(create).toBeVisible();
  await users.click();
  await expect(nina.getByRole("listitem", { name: `nina@${companyDomain}` })).toContainText("You");

  await row("nina")
    .getByRole("button", { name: /Edit Role/ })
    .click();
  await giveRole(admin, "Project Manager");
  await expect(nina.getByRole("heading", { name: "Access Denied" })).toBeVisible();
  await expect(nina.getByText("You don't have permission to manage users.")).toBeVisible();
});

test("a deleted person is signed out at once and cannot come back [USER-08, USER-10, TOAST-21, OP-04]", async ({
  openAs,
}) => {
  const omar = await openAs("somebody omar");
  const admin = await openAs("admin");
  const row = await openUsers(admin);
  // The notice is visible for half a second before the page navigates.
  const heard = await hearToasts(omar);
  await omar.goto("/projects");
  await expect(omar.getByRole("heading", { name: "Projects" })).toBeVisible();
  await expect(row("admin").getByRole("button", { name: /^Delete/ })).toBeDisabled();

  await row("omar")
    .getByRole("button", { name: /^Delete/ })
    .click();
  await admin.getByRole("button", { name: "Delete User" }).click();

  await expect(toastOn(admin, "User deleted successfully")).toBeVisible();
  await expect(row("omar")).toBeHidden();
  await expect.poll(() => heard.join("\n")).toContain("You are logged out. Logging in again...");
  await expect(omar).toHaveURL(/\/idp\//);
  await omar.goto(`/api/login?login_hint=omar@${companyDomain}`);
  await expect(omar).toHaveURL(/signin=refused/);
});

test("a person who was added signs in to the account [USER-02, TOAST-20, OP-03]", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  const row = await openUsers(admin);
  await admin.getByRole("button", { name: "Add User" }).click();
  const dialog = admin.getByRole("dialog", { name: "Add User" });
  await dialog.getByLabel("Email").fill(`Paula@${companyDomain}`);
  await dialog.getByLabel("First Name").fill("Paula");
  await dialog.getByLabel("Last Name").fill("Pine");
  await dialog.getByRole("button", { name: "Add User" }).click();
  await expect(toastOn(admin, "User created successfully")).toBeVisible();
  await expect(row("paula")).toContainText("Project Supervisor");

  const paula = await openAs("somebody paula");
  await paula.goto("/");
  await expect(paula.getByText("Paula Pine")).toBeVisible();
  await paula.goto("/projects");
  await expect(paula.getByRole("heading", { name: "Projects" })).toBeVisible();
  await expect(paula.getByRole("link", { name: "Team Management" })).toBeHidden();
});

test("an open list leaves nothing behind it that could take the focus", async ({ openAs }) => {
  const page = await openAs("admin");
  await page.goto("/user-management?dialog=add");
  const list = page.getByRole("combobox", { name: "Role" });
  await list.click();
  await expect(page.getByRole("option", { name: "Project Supervisor" })).toBeFocused();
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const open = await runAxe(page, "html", { runOnly: tags });
  expect([...open.violations, ...open.incomplete].map(({ id }) => id)).not.toContain(
    "aria-hidden-focus",
  );
  expect(open.violations).toEqual([]);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("option", { name: "Project Supervisor" })).toBeFocused();

  await page.keyboard.press("Escape");
  await expect(list).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await list.click();
  await page.mouse.click(5, 5);
  await expect(page.getByRole("listbox")).toBeHidden();
  await expect(list).toBeFocused();
});

test("the users and their dialogs fit a phone, whatever the names", async ({ openAs }) => {
  const page = await openAs("admin", phone);
  await openUsers(page);
  await page.getByRole("button", { name: "Add User" }).click();
  const dialog = page.getByRole("dialog", { name: "Add User" });
  await dialog.getByLabel("Email").fill(`${"very.long".repeat(12)}@${companyDomain}`);
  await dialog.getByLabel("First Name").fill("Wolfeschlegelsteinhausenbergerdorff".repeat(4));
  await dialog.getByLabel("Last Name").fill("Zwei Wörter");
  await expectNoSidewaysScroll(page);
  await dialog.getByRole("button", { name: "Add User" }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("listitem", { name: /^very\.long/ });
  await expect(row).toBeVisible();
  await expectNoSidewaysScroll(page);
  await row.getByRole("button", { name: /^Delete/ }).click();
  await expect(page.getByRole("alertdialog")).toBeInViewport();
  await expectNoSidewaysScroll(page);
});
