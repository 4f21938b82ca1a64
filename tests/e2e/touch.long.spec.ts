import { expect } from "@playwright/test";
import { decode } from "fast-png";
import { assignTasks, createProject } from "./support/function-client.ts";
import { toastOn } from "./support/notifications.ts";
import { test } from "./support/test.ts";

test.use({ seed: "templates" });

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("on a phone units are selected, changed and deleted together by touch, and Undo brings them back for another too [QUICK-03] [UNDO-01] [GEN-07]", async ({
  openAs,
}) => {
  const page = await openAs("manager", phone);
  const other = await openAs("supervisor");
  const { id } = await createProject(page, { name: "Touch House", units: ["T1", "T2", "T3"] });
  await page.goto(`/projects/${id}/units`);
  await other.goto(`/projects/${id}/units`);
  const topOf = async (name: string) =>
    (await page.getByRole("heading", { name }).boundingBox())?.y ?? 0;
  const apart = async () => (await topOf("T2")) - (await topOf("T1"));
  const before = await apart();

  await page.getByRole("button", { name: "Actions for T1" }).tap();
  await page.getByRole("menuitem", { name: "Select" }).tap();
  await page.getByRole("checkbox", { name: "Select T2" }).tap();
  const bar = page.getByRole("region", { name: "Selection" });
  await expect(bar.getByRole("status")).toHaveText("2 selected");
  // The boxes have appeared in all cards, and no card has moved.
  expect(await apart()).toBe(before);

  await bar.getByRole("button", { name: "State" }).tap();
  await page.getByRole("menuitem", { name: "Completed" }).tap();
  await expect(other.getByRole("button", { name: "Completed (2)" })).toBeVisible();
  await bar.getByRole("button", { name: "Delete" }).tap();
  await page.getByRole("button", { name: "Delete 2 Units" }).tap();
  await expect(other.getByRole("heading", { name: "T1" })).toBeHidden();
  await toastOn(page, "2 units deleted").getByRole("button", { name: "Undo" }).tap();
  await expect(page.getByRole("heading", { name: "T1" })).toBeVisible();
  await expect(other.getByRole("button", { name: "Completed (2)" })).toBeVisible();
});

test("a menu of the board that is longer than its room shows a shadow at its lower edge until its end is in view [BOARD-04] [GEN-07]", async ({
  openAs,
}) => {
  const page = await openAs("manager", { ...phone, viewport: { width: 390, height: 480 } });
  const { id } = await createProject(page, { name: "Shadow House", units: ["S1"] });
  await assignTasks(page, id, 1);
  await page.goto(`/projects/${id}/board`);
  await page.getByRole("button", { name: /^Menu of .*unit S1/ }).tap();
  const menu = page.getByRole("menu");
  await expect(menu).toBeVisible();
  const last = page.getByRole("menuitem", { name: "Select" });
  await expect(last).not.toBeInViewport({ ratio: 1 });
  const box = await menu.boundingBox();
  if (box === null) throw new Error("The menu is not in the page");
  const { x, y, width, height } = box;
  // A place beside the items, where only the menu itself is drawn.
  const colourAt = async (top: number) =>
    decode(await page.screenshot({ clip: { x: x + width - 4, y: top, width: 1, height: 1 } })).data;
  const plain = await colourAt(y + height / 2);

  expect(await colourAt(y + height - 10)).not.toEqual(plain);
  await menu.evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
  await expect.poll(() => colourAt(y + height - 10)).toEqual(plain);
});
