import { expect } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessibility.ts";
import { assignNewTask, createProject } from "./support/function-client.ts";
import { test } from "./support/test.ts";

test.use({ seed: "templates" });

test("very long names and descriptions fit every width [PROJ-06] [SHELL-24]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const long = "Donaudampfschifffahrtsgesellschaft".repeat(6);
  const { id } = await createProject(page, { name: long, description: long, units: [long] });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of [
      "/",
      "/projects",
      `/projects/${id}/units`,
      `/projects?dialog=delete&project=${id}`,
    ]) {
      await page.goto(path);
      await expect(page.getByText(long).filter({ visible: true }).first()).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
  }
});

test("a name of 200 letters takes three lines at most in a list, also on a phone [BOARD-10] [GEN-07]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const long = "W".repeat(200);
  const { id } = await createProject(page, { name: long, units: [long] });
  await assignNewTask(page, id, { name: long, category: "Paint" });
  await page.request.post("/api/task-templates", { data: { name: long, category: "Paint" } });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    // The columns of a wide board have vertical names.
    const board = width === 390 ? [`/projects/${id}/board`] : [];
    for (const path of ["/", "/projects", "/task-templates", ...board]) {
      await page.goto(path);
      const names = page.locator("main").getByText(long, { exact: true }).filter({ visible: true });
      await expect(names.first()).toBeVisible();
      const lines = await names.evaluateAll((all) =>
        all.map(
          (name) =>
            name.getBoundingClientRect().height / parseFloat(getComputedStyle(name).lineHeight),
        ),
      );
      expect(Math.max(...lines), `${path} at ${String(width)} px`).toBeLessThan(3.5);
    }
  }
});

test("among many projects one is found by its name or description [SHELL-23] [SHELL-24] [SHELL-26]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  for (let at = 0; at < 24; at++) {
    const project = { name: `Row House ${at}`, description: `Lane ${at}`, units: ["1"] };
    await createProject(page, project);
  }
  const { id } = await createProject(page, { name: "Row House", units: ["1"] });
  await page.goto(`/projects/${id}/team`);
  const bar = page.getByRole("combobox", { name: "Current Project:" });

  await bar.press("ArrowDown");
  await expect(page.getByRole("combobox", { name: "Search" })).toBeFocused();
  await expectAccessible(page, "html", "the open list of projects");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.keyboard.type("lane 17");
  await expect(page.getByRole("option")).toHaveText(["Row House 17Lane 17"]);
  await page.keyboard.press("Enter");

  await expect(bar).toHaveText("Row House 17");
  await expect(page).toHaveURL(/\/team$/);
  await expect(bar).toBeFocused();
});
