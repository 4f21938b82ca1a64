import { expect, type Page } from "@playwright/test";
import {
  assignTasks,
  createProject,
  functionClient,
  readNotes,
  readUnits,
} from "./support/function-client.ts";
import { heicFile, pngFile } from "./support/image-files.ts";
import { keptOperations } from "./support/kept.ts";
import { api } from "../../convex/_generated/api.js";
import { test } from "./support/test.ts";
import { createUnitTab, openUnitTab } from "./support/unit-tabs.ts";

test.use({ seed: "templates" });

const unitOf = (address: string) => new URL(address, "http://any").searchParams.get("unit") ?? "";
const photosOf = async (page: Page, unitId: string) =>
  (await (await functionClient(page)).query(api.photos.list, { unitId })).map(
    ({ originalName, rotation }) => `${originalName} ${String(rotation)}`,
  );

/** Makes another page keep a version change of the outbox open, which blocks the database for all others. */
async function blockOutbox(page: Page): Promise<void> {
  await page.goto("/api/health");
  await page.evaluate(
    async () =>
      await new Promise<void>((resolve) => {
        const opening = indexedDB.open("turnboard-outbox", 1);
        opening.onupgradeneeded = () => {
          const options = { keyPath: "seq", autoIncrement: true };
          const store = opening.result.createObjectStore("operations", options);
          opening.result.createObjectStore("files");
          const hold = () => (store.get(0).onsuccess = hold);
          hold();
          resolve();
        };
      }),
  );
}

test("a device whose database another page blocks sends notes and photos from the page, once [FIELD-04] [FIELD-09]", async ({
  openAs,
}) => {
  const page = await openAs("supervisor");
  const manager = await openAs("manager");
  const address = await createUnitTab(manager, "Blocked House", "photos");
  await blockOutbox(await page.context().newPage());
  const dialog = await openUnitTab(page, address);
  await dialog.getByLabel("Files for Before Photos").setInputFiles([pngFile("a.png")]);
  await dialog.getByRole("button", { name: "Upload 1 Photo" }).click();
  await dialog.getByRole("tab", { name: "Notes" }).click();
  await dialog.getByLabel("New note").fill("Written while blocked");
  await dialog.getByRole("button", { name: "Add Note" }).click();
  await expect.poll(() => photosOf(manager, unitOf(address))).toEqual(["a.png 0"]);
  const notes = async () => (await readNotes(manager, unitOf(address))).map((note) => note.content);
  await expect.poll(notes).toEqual(["Written while blocked"]);
});

test("the same file twice, a HEIC and a photo turned twice around a reload without a network arrive once each [FIELD-03] [FIELD-04] [FIELD-10]", async ({
  openAs,
}) => {
  const page = await openAs("supervisor", { serviceWorkers: "allow" });
  const manager = await openAs("manager");
  const { id } = await createProject(manager, { name: "Twice House", units: ["A1"] });
  const [unit] = await readUnits(manager, id);
  const address = `/projects/${id}/units?unit=${unit?.id ?? ""}&tab=photos`;
  const dialog = await openUnitTab(page, address);
  const add = async (file: ReturnType<typeof pngFile>) => {
    await dialog.getByLabel("Files for Before Photos").setInputFiles([file]);
    await dialog.getByRole("button", { name: "Upload 1 Photo" }).click();
  };
  await add(pngFile("old.png"));
  await expect.poll(() => photosOf(manager, unit?.id ?? "")).toEqual(["old.png 0"]);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await expect(dialog.getByRole("button", { name: "Open old.png" })).toBeVisible();
  await page.context().setOffline(true);
  const turn = async (waiting: RegExp) => {
    await dialog.getByRole("button", { name: "Open old.png" }).click();
    await page.keyboard.press("r");
    await expect(page.getByText(waiting).first()).toBeAttached();
    await page.keyboard.press("Escape");
  };
  await turn(/1 waiting/);
  await add(pngFile("twice.png", { hue: 120 }));
  await expect(page.getByText(/2 waiting/).first()).toBeAttached();
  await add(pngFile("twice.png", { hue: 120 }));
  const question = page.getByRole("alertdialog", { name: "This photo is already in this unit" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await add(heicFile("IMG_7.HEIC"));
  await expect(page.getByText(/3 waiting/).first()).toBeAttached();
  await page.reload();
  // Each turn counts from its own time.
  await turn(/4 waiting/);
  await expect(dialog.getByRole("button", { name: /^Open / })).not.toHaveCount(0);
  await page.context().setOffline(false);
  await expect
    .poll(async () => (await photosOf(manager, unit?.id ?? "")).sort(), { timeout: 45_000 })
    .toEqual(["IMG_7.HEIC 0", "old.png 180", "twice.png 0"]);
});

/** Sets the clock of a page's device back. */
async function slowDown(page: Page, ms: number): Promise<void> {
  await page.addInitScript((behind) => {
    const RightDate = Date;
    globalThis.Date = class extends RightDate {
      constructor(...args: []) {
        if (args.length > 0) super(...args);
        else super(RightDate.now() - behind);
      }
      static override now = () => RightDate.now() - behind;
    } as DateConstructor;
  }, ms);
}

test("the later act wins also from a device whose clock is ten minutes slow [FIELD-07]", async ({
  openAs,
}) => {
  const page = await openAs("supervisor");
  const manager = await openAs("manager");
  const { id } = await createProject(manager, { name: "Slow Clock House", units: ["A1"] });
  await assignTasks(manager, id, 1);
  const [unit] = await readUnits(manager, id);
  const client = await functionClient(manager);
  const read = async () => await client.query(api.tasks.list, { unitId: unit?.id ?? "" });
  await slowDown(page, 10 * 60_000);
  const dialog = await openUnitTab(page, `/projects/${id}/units?unit=${unit?.id ?? ""}`);
  await expect(dialog.getByRole("heading", { level: 3 })).toHaveCount(1);
  await page.context().setOffline(true);
  await expect(page.getByText("Offline").first()).toBeAttached();
  const [task] = await read();
  // The server tells its time in seconds, and over the line, so the clock is known to about two of them.
  const before = new Date(Date.now() - 60_000).toISOString();
  const change = { taskId: task?.id ?? "", status: "in_progress" as const };
  await client.mutation(api.tasks.update, { ...change, key: crypto.randomUUID(), madeAt: before });
  await dialog.getByRole("listitem").getByRole("button", { name: "Completed" }).click();
  await expect(page.getByText("Offline, 1 waiting").first()).toBeAttached();

  await page.context().setOffline(false);
  await expect.poll(() => keptOperations(page), { timeout: 30_000 }).toEqual([]);
  expect((await read()).map(({ status }) => status)).toEqual(["completed"]);
  const { page: events } = await client.query(api.history.ofUnit, { unitId: unit?.id ?? "" });
  const made = events.flatMap(({ madeAt, at }) =>
    madeAt === null || madeAt === before ? [] : [[madeAt, at]],
  );
  expect(made).toHaveLength(1);
  const [[madeAt, at] = []] = made;
  expect(Date.parse(at ?? "") - Date.parse(madeAt ?? "")).toBeLessThan(60_000);
});
