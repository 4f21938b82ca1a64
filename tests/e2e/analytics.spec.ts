import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import {
  assignTasks,
  completeTask,
  createProject,
  readAnalytics,
  readProjects,
} from "./support/function-client.ts";
import { test } from "./support/test.ts";

test.use({ seed: "demo" });

function card(page: Page, label: string) {
  return page
    .getByRole("list", { name: "Figures" })
    .getByRole("listitem")
    .filter({ hasText: label });
}

/** Holds the server's WebSocket messages back from the page until the returned function is called. */
async function holdAnswers(page: Page): Promise<() => void> {
  let isHeld = true;
  const held: (() => void)[] = [];
  await page.routeWebSocket(/\/sync$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (isHeld) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  return () => {
    isHeld = false;
    for (const send of held.splice(0)) send();
  };
}

test("the page shows the first project with the figures of the server [SHELL-08] [ANALYTICS-02]", async ({
  openAs,
}) => {
  const page = await openAs("supervisor");
  await page.goto("/");
  await page.getByRole("link", { name: "Analytics" }).click();

  const [project] = await readProjects(page);
  const figures = await readAnalytics(page, project?.id ?? "", 30);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "Project Analytics" })).toBeVisible();
  await expect(main.getByText(project?.name ?? "", { exact: true })).toBeVisible();
  await expect(card(page, "Project Completion Rate")).toContainText(
    `${figures.completionRate}%${figures.completedTasks} of ${figures.totalTasks} tasks completed`,
  );
  await expect(card(page, "Quality Score")).toContainText(figures.qualityScore.toFixed(1));
  const { taskTrends } = figures;
  const rows = page.getByRole("region", { name: "Task Completion Trends" }).getByRole("listitem");
  await expect(rows).toHaveCount(taskTrends.length);
});

test("a task ticked by one person moves the figures of another [SHELL-13] [ANALYTICS-05] [OP-37]", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  const manager = await openAs("manager");
  const { id } = await createProject(manager, { name: "Mill Lane", units: ["A1"] });
  await assignTasks(manager, id, 4);
  await admin.goto(`/projects/${id}/analytics`);
  const rate = card(admin, "Project Completion Rate");
  await expect(rate).toContainText("0%0 of 4 tasks completed");
  await expect(admin.getByText("No trend data available")).toBeVisible();

  await completeTask(manager, id);

  await expect(rate).toContainText("25%1 of 4 tasks completed");
  await expect(admin.getByText("Stable")).toBeVisible();
});

test("the chosen period stays in the address and is exported [ANALYTICS-03] [ANALYTICS-04] [OP-42]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const [project] = await readProjects(page);
  await page.goto("/analytics");
  await page.getByRole("combobox", { name: "Period" }).click();
  await page.getByRole("option", { name: "This Year" }).click();
  await expect(page).toHaveURL(/\/analytics\?period=365$/);
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Period" })).toHaveText("This Year");

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export Report" }).click();
  const download = await downloading;

  expect(download.suggestedFilename()).toBe("project-analytics-report.csv");
  const csv = await readFile(await download.path(), "utf8");
  const figures = await readAnalytics(page, project?.id ?? "", 365);
  expect(csv.split("\n").slice(0, 4)).toEqual([
    '"Section","Metric","Value"',
    `"Report","Project","${project?.name ?? ""}"`,
    '"Report","Period","This Year"',
    `"Metrics","Project Completion Rate (%)","${figures.completionRate}"`,
  ]);
});

test("a list of periods that is opened while the page still loads stays open [ANALYTICS-03]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const release = await holdAnswers(page);
  await page.goto("/analytics");
  await page.getByRole("combobox", { name: "Period" }).click();
  const wanted = page.getByRole("option", { name: "This Year" });
  await expect(wanted).toBeVisible();

  release();

  // The text is needed here: while a list box is open, the rest of the page has no roles.
  await expect(page.getByText("tasks completed")).toBeVisible();
  await wanted.click();
  await expect(page).toHaveURL(/\/analytics\?period=365$/);
});

test("the labour rate is told under the mouse and stays readable after a click [ANALYTICS-07]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  await page.goto("/analytics");
  const tip = page.getByRole("button", { name: "How Cost per Unit is calculated" });
  // Arriving figures may move the word away from a resting mouse.
  await expect(card(page, "Cost per Unit")).toContainText("total hours logged");
  await tip.hover();
  await expect(page.getByRole("dialog")).toContainText("at $50 per hour");
  await tip.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});
