import { expect } from "@playwright/test";
import { createProject, readUnits } from "./support/function-client.ts";
import { test } from "./support/test.ts";

test.use({ seed: "templates" });

test("an open unit keeps the pointer from the page behind, which is not styled anew for it [GEN-03]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const { id } = await createProject(page, { name: "Covered House", units: ["A1", "A2"] });
  const [unit] = await readUnits(page, id);
  const path = `/projects/${id}/units`;
  await page.goto(path);
  const other = await page.getByRole("heading", { level: 2, name: "A2" }).boundingBox();
  await page.goto(`${path}?unit=${unit?.id}`);
  await page.setViewportSize({ width: 1800, height: 1000 });
  const dialog = page.getByRole("dialog", { name: "A1" });
  await expect(dialog).toBeVisible();

  // The body has these styles while a dialog is open, and the page must not inherit them.
  const inherited = await page.evaluate(() => {
    const of = (element: Element) => {
      const style = getComputedStyle(element);
      return [style.pointerEvents, style.getPropertyValue("--removed-body-scroll-bar-size")];
    };
    return { body: of(document.body), page: of(document.querySelector("h1") ?? document.body) };
  });
  expect(inherited.body[0]).toBe("none");
  expect(inherited.body[1]).not.toBe("");
  expect(inherited.page).toEqual(["auto", ""]);

  // A click beside the dialog closes it without clicking the element below.
  await page.mouse.click(other?.x ?? 0, 990);
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/unit=/);
});
