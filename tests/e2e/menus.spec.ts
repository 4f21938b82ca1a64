import { expect, type Page } from "@playwright/test";
import type { Person } from "./support/people.ts";
import { test } from "./support/test.ts";

test.use({ seed: "demo" });

const everyone = ["Dashboard", "My Day", "Projects", "Analytics", "Reports"];
const ofProject = ["Units", "Project Team", "Time Tracking"];

const menus: readonly { person: Person; menu: string[] }[] = [
  {
    person: "admin",
    menu: [...everyone, "Team Management", "User Management", "Master Task List", "Trash"],
  },
  { person: "manager", menu: [...everyone, "Team Management", "Master Task List", "Trash"] },
  { person: "supervisor", menu: everyone },
];

function menuItem(page: Page, name: string) {
  return page.getByRole("navigation").getByRole("link", { name, exact: true });
}

for (const { person, menu } of menus) {
  test(`the menu of the ${person} [PERM-17] [SHELL-14] [SHELL-15] [SHELL-16] [SHELL-18]`, async ({
    openAs,
  }) => {
    const page = await openAs(person);
    await page.goto("/");

    for (const name of [...menu, ...ofProject]) await expect(menuItem(page, name)).toBeVisible();
    for (const name of ["Team Management", "User Management", "Master Task List", "Trash"]) {
      await expect(menuItem(page, name)).toHaveCount(menu.includes(name) ? 1 : 0);
    }
  });
}

for (const { person, mayCreate } of [
  { person: "admin", mayCreate: true },
  { person: "manager", mayCreate: true },
  { person: "supervisor", mayCreate: false },
] as const) {
  test(`the ${person} ${mayCreate ? "is" : "is not"} offered to create a project [PERM-05] [PROJ-02]`, async ({
    openAs,
  }) => {
    const page = await openAs(person);
    await page.goto("/projects");
    await expect(page.getByRole("heading", { name: "Projects", exact: true })).toBeVisible();
    await expect(page.getByText("Manage your vacant unit turn projects")).toBeVisible();

    await expect(page.getByRole("button", { name: "Create Project" })).toHaveCount(
      mayCreate ? 1 : 0,
    );
  });
}

test("the chosen project is kept and its section stays [SHELL-17] [SHELL-26] [SHELL-27] [SHELL-28]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  await page.goto("/projects");
  const links = page.getByRole("link", { name: "View Units" });
  await expect(links.first()).toBeVisible();
  const first = new URL((await links.nth(0).getAttribute("href")) ?? "", page.url()).pathname;
  const second = new URL((await links.nth(1).getAttribute("href")) ?? "", page.url()).pathname;
  const secondName = await page
    .getByRole("listitem")
    .getByRole("heading", { level: 2 })
    .nth(1)
    .textContent();
  await page.goto(first.replace(/units$/, "team"));

  await page.getByRole("combobox", { name: /Current Project/ }).click();
  await page.getByRole("option", { name: new RegExp(secondName ?? "") }).click();

  await expect(page).toHaveURL(new RegExp(`${second.replace(/units$/, "team")}$`));
  const remembered = await page.evaluate(() => localStorage.getItem("selectedProjectId"));
  expect(second).toContain(remembered ?? "nothing");
  await page.goto("/");
  await expect(menuItem(page, "Units")).toHaveAttribute("href", second);
});

test("the name and the address of a person stand whole in the sidebar [SHELL-21] [GEN-07]", async ({
  openAs,
}) => {
  const page = await openAs("manager", { viewport: { width: 1440, height: 900 } });
  await page.goto("/");
  for (const text of ["Morgan Reyes", "manager@turnboard.example"]) {
    const shown = page.getByRole("complementary").getByText(text, { exact: true });
    const hidden = await shown.evaluate((one) => [
      one.scrollWidth - one.clientWidth,
      one.scrollHeight - one.clientHeight,
    ]);
    expect(hidden).toEqual([0, 0]);
  }
});
