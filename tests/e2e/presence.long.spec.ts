import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { createProject, readUnits } from "./support/function-client.ts";
import { test } from "./support/test.ts";

test.use({ seed: "templates" });

const faces = (page: Page | Locator, name: string | RegExp = /^Also here/) =>
  page.getByRole("button", { name });

test("people see each other come and go, also by a killed page [SEEN-01]", async ({ openAs }) => {
  const manager = await openAs("manager");
  const admin = await openAs("admin");
  const supervisor = await openAs("supervisor");
  const { id } = await createProject(manager, { name: "Presence Court", units: ["P1", "P2"] });
  const [unit] = await readUnits(manager, id);
  const units = `/projects/${id}/units`;
  await manager.goto(units);
  await expect(manager.getByRole("heading", { name: "P1" })).toBeVisible();

  await supervisor.goto(`${units}?unit=${unit?.id ?? ""}`);
  await expect(supervisor.getByRole("dialog", { name: "P1" })).toBeVisible();
  await expect(manager.getByText(/^Here now: /)).toBeVisible();
  await expect(faces(manager)).toBeVisible();
  await admin.goto(units);
  await expect(faces(manager, /^Also here: .+, .+/)).toBeVisible();
  await expectAccessible(manager);

  // A crashed page does not report that it leaves.
  const killedAt = Date.now();
  void supervisor.goto("chrome://crash").catch(() => undefined);
  await admin.close();
  await expect(faces(manager, /^Also here: [^,]+$/)).toBeVisible({ timeout: 8000 });

  await expect(faces(manager)).toBeHidden({ timeout: 40_000 });
  expect(Date.now() - killedAt).toBeLessThan(33_000);
  await expect(manager.getByText(/^Here now: /)).toBeHidden();
});

test("on a phone a unit's name has the width, also while somebody else is there [SEEN-01] [GEN-07]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const viewport = { width: 320, height: 640 };
  const supervisor = await openAs("supervisor", { viewport, hasTouch: true, isMobile: true });
  const name = "Appartement sans balcon";
  const { id } = await createProject(manager, { name: "Rue Haute", units: [name] });
  const [unit] = await readUnits(manager, id);
  const address = `/projects/${id}/units?unit=${unit?.id ?? ""}`;
  await supervisor.goto(address);
  await manager.goto(address);
  const dialog = supervisor.getByRole("dialog", { name });
  await expect(faces(dialog)).toBeVisible();

  const title = dialog.getByRole("heading", { name });
  expect(await title.evaluate((part) => part.scrollHeight - part.clientHeight)).toBe(0);
  expect((await title.boundingBox())?.width).toBeGreaterThan(150);
});

test("on a phone nothing moves when somebody comes to the project or a unit [SEEN-01]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const viewport = { width: 390, height: 844 };
  const supervisor = await openAs("supervisor", { viewport, hasTouch: true, isMobile: true });
  const { id } = await createProject(manager, { name: "Quiet Court", units: ["Q1", "Q2"] });
  const [unit] = await readUnits(manager, id);
  await supervisor.goto(`/projects/${id}/units`);
  const heights = () =>
    Promise.all(
      ["Unit Management", "Q1", "Q2"].map(
        async (name) => (await supervisor.getByRole("heading", { name }).boundingBox())?.y,
      ),
    );
  await expect(supervisor.getByRole("heading", { name: "Q2" })).toBeVisible();
  const alone = await heights();

  await manager.goto(`/projects/${id}/units?unit=${unit?.id ?? ""}`);
  await expect(faces(supervisor)).toBeVisible();
  await expect(supervisor.getByText(/^Here now: /)).toBeVisible();
  expect(await heights()).toEqual(alone);

  const [, other] = await readUnits(manager, id);
  await supervisor.goto(`/projects/${id}/units?unit=${other?.id ?? ""}`);
  const dialog = supervisor.getByRole("dialog", { name: "Q2" });
  const tab = dialog.getByRole("tab", { name: "Tasks" });
  await expect(tab).toBeVisible();
  const tabAlone = (await tab.boundingBox())?.y;

  await manager.goto(`/projects/${id}/units?unit=${other?.id ?? ""}`);
  await expect(faces(dialog)).toBeVisible();
  expect((await tab.boundingBox())?.y).toBe(tabAlone);
});
