import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessibility.ts";
import { test } from "./support/test.ts";

test.use({ seed: "demo" });

type Photo = { id: string; unitId: string; type: string };

/** Returns a project of the demo with a unit that has photos from before and after the work. */
async function findTurnedUnit(page: Page) {
  const read = async <Answer>(path: string) =>
    (await (await page.request.get(path)).json()) as Answer;
  for (const { id } of await read<{ id: string }[]>("/api/projects")) {
    const { page: photos } = await read<{ page: Photo[] }>(`/api/projects/${id}/photos?limit=100`);
    const after = photos.find(
      ({ type, unitId }) =>
        type === "completion" &&
        photos.some((photo) => photo.unitId === unitId && photo.type === "before"),
    );
    if (after !== undefined) return { projectId: id, unitId: after.unitId, photos };
  }
  throw new Error("The demo has a unit with photos from before and after the work");
}

test("two photos of the wall are compared under the slider by keys alone [COMPARE-01] [COMPARE-02]", async ({
  openAs,
}) => {
  const page = await openAs("supervisor");
  const { projectId, photos } = await findTurnedUnit(page);
  await page.goto(`/projects/${projectId}/photos`);
  const wall = page.getByRole("list", { name: "Photos" });
  const first = wall.getByRole("listitem").first();
  await expect(first).toHaveAttribute("aria-setsize", String(photos.length));
  await wall.getByRole("button").first().focus();
  await page.keyboard.press("Enter");
  const viewer = page.getByRole("dialog");
  await expect(viewer.getByText(`1 / ${String(photos.length)}`)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(viewer.getByText(`2 / ${String(photos.length)}`)).toBeVisible();
  await expectAccessible(page, '[role="dialog"]');
  await page.keyboard.press("Escape");
  await expect(viewer).toBeHidden();

  await page.getByRole("button", { name: "Compare", exact: true }).focus();
  await page.keyboard.press("Enter");
  for (const at of [0, 3]) {
    await wall.getByRole("button").nth(at).focus();
    await page.keyboard.press("Space");
  }
  await expect(page.getByRole("region", { name: "Photos to compare" })).toContainText(
    "Two photos chosen",
  );
  await page.getByRole("link", { name: "Compare" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Slider" }).focus();
  await page.keyboard.press("Enter");
  const slider = page.getByRole("slider", { name: "Line between the photos" });
  await slider.focus();
  await page.keyboard.press("Home");
  await expect(slider).toHaveAttribute("aria-valuenow", "0");
  await page.keyboard.press("PageUp");
  await expect(slider).toHaveAttribute("aria-valuenow", "10");
  await expectAccessible(page);
  await page.reload();
  await expect(slider).toHaveAttribute("aria-valuenow", "50");
});

test("a unit's before and after stand under a slider that a mouse moves, and stack on a phone [COMPARE-01]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const { projectId, unitId } = await findTurnedUnit(page);
  await page.goto(`/projects/${projectId}/units?unit=${unitId}&tab=photos`);
  await page.getByRole("link", { name: "Compare Before and After" }).click();
  const sides = page.getByRole("figure");
  await expect(sides.nth(0)).toContainText("Before");
  await expect(sides.nth(1)).toContainText("Completion");
  const topOf = async (side: number) => (await sides.nth(side).boundingBox())?.y ?? 0;
  expect(await topOf(0)).toBe(await topOf(1));

  await page.getByRole("button", { name: "Slider" }).click();
  const slider = page.getByRole("slider");
  const box = await slider.boundingBox();
  if (box === null) throw new Error("The slider is seen");
  const [x, y] = [box.x + box.width / 2, box.y + 40];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 5000, y, { steps: 4 });
  await page.mouse.up();
  await expect(slider).toHaveAttribute("aria-valuenow", "0");
  await page.mouse.move(x, y);
  await expect(slider).toHaveAttribute("aria-valuenow", "0");

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  // The dates of both photos stay on one line.
  expect((await page.locator("figcaption time").first().boundingBox())?.height).toBeLessThan(30);
  await page.getByRole("button", { name: "Side by Side" }).click();
  await expect(sides.nth(1)).toBeVisible();
  expect(await topOf(1)).toBeGreaterThan(await topOf(0));
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
