import { expect, type Page } from "@playwright/test";
import { toastOn } from "./support/notifications.ts";
import { test } from "./support/test.ts";

test.use({ seed: "demo" });

async function openViews(page: Page) {
  await page.getByRole("button", { name: "Views" }).click();
  return page.getByRole("dialog", { name: "Views of this page" });
}

test("a view for everyone appears for others at once, and one of my own does not [QUICK-05]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const supervisor = await openAs("supervisor");
  await Promise.all([manager.goto("/board"), supervisor.goto("/board")]);
  const others = await openViews(supervisor);
  await expect(others.getByRole("link", { name: "Late units" })).toBeVisible();

  await manager.getByRole("group", { name: "Filter by risk" }).getByText("At risk").click();
  await expect(manager).toHaveURL(/risk=at_risk/);
  const keep = async (name: string, isShared: boolean) => {
    await (await openViews(manager)).getByRole("button", { name: "Save View…" }).click();
    const dialog = manager.getByRole("dialog", { name: "Save View" });
    await dialog.getByLabel(/^Name/).fill(name);
    await dialog.getByRole("checkbox", { name: "For everyone" }).setChecked(isShared);
    await dialog.getByRole("button", { name: "Save View" }).click();
    await expect(toastOn(manager, `View “${name}” saved`)).toBeVisible();
  };
  await keep("Mine alone", false);
  await keep("Risky for all", true);
  const shared = others.getByRole("link", { name: /^Risky for all/ });
  await expect(shared).toBeVisible();
  await expect(others.getByText("Mine alone")).toHaveCount(0);
  await expect(others.getByRole("button", { name: /^(Edit|Delete) view/ })).toHaveCount(0);

  await shared.click();
  await expect(supervisor).toHaveURL("/board?risk=at_risk");
  await expect(supervisor.getByText("View: Risky for all")).toBeVisible();
  await (await openViews(manager)).getByRole("button", { name: "Edit view Risky for all" }).click();
  await manager.getByRole("checkbox", { name: "For everyone" }).uncheck();
  await manager.getByRole("button", { name: "Save Changes" }).click();
  await expect(supervisor.getByText("View: Risky for all")).toHaveCount(0);
  await expect(supervisor).toHaveURL("/board?risk=at_risk");
});

test("a view whose filters mean nothing any more opens calmly, by keyboard alone [QUICK-05] [GEN-07]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const query = "risk=gone&status=never&who=nobody-here&sort=-none&fold=x&category=No+such";
  const data = { name: "Old times", page: "/board", query };
  expect((await page.request.post("/api/views", { data })).status()).toBe(201);
  await page.goto("/board?risk=late");
  await expect(page.getByText("View: Late units")).toBeVisible();
  const button = page.getByRole("button", { name: "Views" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: /^Late units/ })).toBeFocused();
  const old = page.getByRole("link", { name: "Old times" });
  const isFocused = () => old.evaluate((link) => link === document.activeElement);
  for (let stop = 0; stop < 20 && !(await isFocused()); stop++) await page.keyboard.press("Tab");
  await expect(old).toBeFocused();
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/category=No\+such/);
  await expect(page.getByText("View: Old times")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Turn Board" })).toBeVisible();
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.reload();
  await expect(page.getByText("View: Old times")).toBeVisible();
});
