import { expect } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { assignTasks, blockTask, createProject, planUnit } from "./support/function-client.ts";
import { test } from "./support/test.ts";

test.use({ seed: "templates" });

const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("a late unit is told on its card, the dashboard and in the report, which all open it [TURN-09] [TURN-10] [TURN-11]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const other = await openAs("admin");
  const { id } = await createProject(manager, { name: "Late House", units: ["A1", "A2"] });
  const path = `/projects/${id}/units`;
  await other.goto(path);
  await expect(other.getByRole("heading", { name: "A1" })).toBeVisible();

  const unitId = await planUnit(manager, id, {
    ...{ moveOutDate: dayFromNow(-9), readyByDate: dayFromNow(-2) },
  });
  await manager.goto(`${path}?unit=${unitId}`);
  const rent = manager.getByRole("textbox", { name: "Monthly Rent" });
  await rent.fill("4321");
  await rent.press("Enter");

  await expect(manager.getByText("Vacancy loss")).toBeVisible();
  await expectAccessible(manager, '[role="dialog"]', "the dates of a unit");
  await expect(other.getByText("Late by 2 days")).toBeVisible();
  await other.getByRole("button", { name: "Late (1)" }).click();
  await expect(other).toHaveURL(/\?alarm=late$/);
  await expect(other.getByRole("heading", { name: "A2" })).toBeHidden();
  await expectAccessible(other, "main", "the late units");

  await manager.goto("/");
  await manager.getByRole("link", { name: /^A1 Late House/ }).click();
  await expect(manager.getByRole("dialog", { name: "A1" })).toBeVisible();
  await manager.goto(`/reports?type=turn-status&project=${id}`);
  await manager.getByRole("button", { name: "Generate Report" }).click();
  await manager.getByRole("button", { name: "Unit", exact: true }).dblclick();
  await expect(manager.getByRole("rowheader")).toHaveText(["A2", "A1"]);
  await expect(manager.getByText("$4,321.00")).toBeVisible();
  await expectAccessible(manager, "main", "the turn status report");
  await manager.getByRole("link", { name: "A1" }).click();
  await expect(manager).toHaveURL(new RegExp(`${path}\\?unit=${unitId}$`));
});

test("one click answers what is late, where, why and who is on it, and the dashboard tells it without one [BOARD-01] [BLOCK-03] [WHO-01] [TURN-10]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const { id } = await createProject(manager, { name: "Answer House", units: ["C7", "C8"] });
  await assignTasks(manager, id, 4);
  const dates = { moveOutDate: dayFromNow(-9), readyByDate: dayFromNow(-3) };
  const unitId = await planUnit(manager, id, dates);
  const name = await blockTask(manager, unitId);
  await manager.goto("/");

  const told = manager.getByRole("link", { name: /^C7 Answer House/ });
  await expect(told).toContainText("Late by 3 days, waiting for parts");
  await expect(told).toContainText(`Given to ${name}`);

  await manager.getByRole("link", { name: "Turn Board" }).click();
  const row = manager.getByRole("row", { name: /^C7 ?Answer House/ });
  for (const answer of ["Late", "Parts", name])
    await expect(row.getByText(answer, { exact: true })).toBeInViewport({ ratio: 1 });
  await expectAccessible(manager, "main", "the board with who is on it");
});

test("a task is given and blocked and a unit blocked in their dialogs, and another person sees it at once [BLOCK-01] [BLOCK-03] [WHO-01]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const other = await openAs("supervisor");
  const { id } = await createProject(manager, { name: "Wait House", units: ["E5"] });
  await Promise.all([manager, other].map((page) => page.goto(`/projects/${id}/units`)));
  const choose = async (field: string, option: string) => {
    await manager.getByRole("combobox", { name: field }).click();
    await manager.getByRole("option", { name: option }).click();
  };

  await manager.getByRole("button", { name: "Assign Tasks", exact: true }).click();
  const assign = manager.getByRole("dialog", { name: "Assign Tasks" });
  await assign.getByRole("listitem").first().getByRole("checkbox").click();
  await assign.getByRole("button", { name: "Give to People" }).click();
  await choose("Responsible", "Morgan Reyes");
  await assign.getByRole("button", { name: "Assign 1 Task" }).click();
  await expect(assign).toBeHidden();
  await Promise.all(
    [manager, other].map((page) => page.getByRole("button", { name: "View Details" }).click()),
  );
  const seen = other.getByRole("dialog", { name: "E5" });
  const task = seen.getByRole("tabpanel").getByRole("listitem");
  await expect(task).toContainText("Given to Morgan Reyes");

  await manager.getByRole("button", { name: /^People and blocks of / }).click();
  await choose("Responsible", "Sam Okafor");
  await choose("Waiting for", "Parts");
  await manager.getByRole("textbox", { name: "Note (optional)" }).fill("Door is on order");
  await manager.getByRole("button", { name: "Block", exact: true }).click();
  await expect(task).toContainText("Blocked: Parts");
  await expect(task).toContainText("Given to Sam Okafor");

  await manager.getByRole("button", { name: "Block Unit" }).click();
  await choose("Waiting for", "Vendor");
  await manager.getByRole("button", { name: "Block", exact: true }).click();
  await expect(seen.getByText("Blocked: Vendor")).toBeVisible();
  await manager.getByRole("button", { name: "Change Block" }).click();
  await manager.getByRole("button", { name: "Unblock" }).click();
  await expect(seen.getByText("Blocked: Vendor")).toHaveCount(0);
  await expect(task).toContainText("Blocked: Parts");
});
