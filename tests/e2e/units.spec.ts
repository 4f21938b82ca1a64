import { expect, type Locator, type Page } from "@playwright/test";
import { assignTasks, createProject, readUnits } from "./support/function-client.ts";
import { toastOn } from "./support/notifications.ts";
import { test } from "./support/test.ts";

test.use({ seed: "templates" });

async function setUp(page: Page, name: string, units: string[], tasks: number) {
  const { id } = await createProject(page, { name, units });
  if (tasks > 0) await assignTasks(page, id, tasks);
  const [unit] = await readUnits(page, id);
  return { id, path: `/projects/${id}/units`, unitId: unit?.id ?? "" };
}

const taskNames = (dialog: Locator) => dialog.getByRole("heading", { level: 3 });

test("tasks dragged into another order are in that order for another person [API-53] [DETAIL-01]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const admin = await openAs("admin");
  const { path, unitId } = await setUp(manager, "Order House", ["A1"], 4);
  const [mine, theirs] = await Promise.all(
    [manager, admin].map(async (page) => {
      await page.goto(`${path}?unit=${unitId}`);
      return page.getByRole("dialog", { name: "A1" });
    }),
  );
  if (!mine || !theirs) throw new Error("two pages were opened");
  await expect(taskNames(mine)).toHaveCount(4);
  const [first = "", second = "", third = "", fourth = ""] =
    await taskNames(mine).allTextContents();

  const from = await mine
    .getByRole("button", { name: /^Reorder / })
    .first()
    .boundingBox();
  const to = await mine.getByRole("listitem").nth(3).boundingBox();
  if (!from || !to) throw new Error("the tasks are on the screen");
  await manager.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await manager.mouse.down();
  await manager.mouse.move(from.x + from.width / 2, from.y + 40, { steps: 5 });
  await manager.mouse.move(from.x + from.width / 2, to.y + to.height / 2, { steps: 10 });
  await manager.mouse.up();

  for (const dialog of [mine, theirs])
    await expect(taskNames(dialog)).toHaveText([second, third, fourth, first]);
});

test("at a desk each name of the master list has one line in the tasks of a unit [GEN-07]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const { path, unitId } = await setUp(page, "One Line House", ["A1"], 20);
  await page.goto(`${path}?unit=${unitId}`);
  const names = taskNames(page.getByRole("dialog", { name: "A1" }));
  await expect(names).toHaveCount(20);
  const heights = await names.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
  expect(new Set(heights).size).toBe(1);
});

test("a unit's dates move it between the filters [UNIT-02] [UNIT-10] [UNIT-13] [UNIT-14] [TOAST-17]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const { path, unitId } = await setUp(page, "Filter House", ["A1", "A2"], 0);
  await page.goto(path);
  const filter = page.getByRole("group", { name: "Filter units by status" });
  await expect(filter.getByRole("button")).toHaveText([
    ...["All (2)", "Not Started (2)", "In Progress (0)", "Completed (0)"],
  ]);
  await filter.getByRole("button", { name: "Completed (0)" }).click();
  await expect(page.getByText("No units match the filter")).toBeVisible();
  await page.getByRole("button", { name: "Clear Filter" }).click();

  await page.goto(`${path}?unit=${unitId}`);
  const dialog = page.getByRole("dialog", { name: "A1" });
  await dialog.getByRole("button", { name: /^Completion Date: / }).click();
  await page
    .getByRole("gridcell")
    .getByRole("button", { name: / 15th, / })
    .first()
    .click();
  await expect(toastOn(page, "Unit updated successfully")).toBeVisible();
  await expect(dialog.getByText("Completed").first()).toBeVisible();
  await dialog.getByRole("button", { name: /^Completion Date: / }).click();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(dialog.getByText("In Progress").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(filter.getByRole("button", { name: "In Progress (1)" })).toBeVisible();
});

test("a unit deleted while it is open says so and keeps what was typed [API-53]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const admin = await openAs("admin");
  const { path, unitId } = await setUp(manager, "Gone House", ["A1", "A2"], 2);
  await admin.goto(`${path}?unit=${unitId}&tab=notes`);
  await admin.getByRole("dialog", { name: "A1" }).getByLabel("New note").fill("Mind the step");

  await manager.goto(path);
  await manager.getByRole("button", { name: "Delete A1" }).click();
  await manager.getByRole("button", { name: "Delete Unit" }).click();

  const gone = admin.getByRole("dialog", { name: "A1 was deleted" });
  await expect(gone.getByLabel("Your unsaved note")).toHaveValue("Mind the step");
  await admin.keyboard.press("Escape");
  await expect(admin.getByRole("button", { name: "Delete A2" })).toBeVisible();
});
