import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, expect, type Page } from "@playwright/test";
import {
  assignTasks,
  createProject,
  deleteUnit,
  readNotes,
  readPhotos,
  readTasks,
  readUnits,
} from "./support/function-client.ts";
import { copiedRows, typedTexts } from "./support/kept.ts";
import { pngFile } from "./support/image-files.ts";
import { signInUnseen } from "./support/people.ts";
import { test } from "./support/test.ts";

test.use({ seed: "templates" });

const allowed = { serviceWorkers: "allow" } as const;
const status = (page: Page) => page.locator('[data-slot="connection"]:visible');
const unitDialog = (page: Page) => page.getByRole("dialog", { name: "A1" });
const task = (page: Page, at: number) => unitDialog(page).getByRole("listitem").nth(at);

/** Creates a project whose units have two tasks each. Returns the id and the address of the first unit. */
async function createUnit(
  page: Page,
  name: string,
  units = ["A1"],
): Promise<{ id: string; address: string }> {
  const project = await createProject(page, { name, units });
  await assignTasks(page, project.id, 2);
  const [unit] = await readUnits(page, project.id);
  const id = unit?.id ?? "";
  return { id, address: `/projects/${project.id}/units?unit=${id}` };
}

async function openUnit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(unitDialog(page).getByRole("heading", { level: 3 })).toHaveCount(2);
  await expect(status(page)).toHaveText("Live");
}

async function complete(page: Page, at: number): Promise<void> {
  await task(page, at).getByRole("button", { name: "Completed" }).click();
  await expect(task(page, at).getByText("not sent yet")).toBeAttached();
}

async function addNote(page: Page, text: string): Promise<void> {
  await unitDialog(page).getByRole("tab", { name: "Notes" }).click();
  await unitDialog(page).getByLabel("New note").fill(text);
  await unitDialog(page).getByRole("button", { name: "Add Note" }).click();
  await expect(unitDialog(page).getByText(text)).toBeVisible();
}

const states = async (page: Page, unitId: string) =>
  (await readTasks(page, unitId)).map(({ status: is }) => is);

test("two tabs without a network work on one unit, see each other's work, and all of it arrives once and in order [FIELD-04]", async ({
  openAs,
}) => {
  const first = await openAs("manager");
  const unit = await createUnit(first, "Two Tab House");
  const second = await first.context().newPage();
  await openUnit(first, unit.address);
  await openUnit(second, unit.address);

  await first.context().setOffline(true);
  await complete(first, 0);
  await expect(task(second, 0).getByText("not sent yet")).toBeAttached();
  await complete(second, 1);
  await task(second, 0).getByRole("button", { name: "In progress" }).click();
  await expect(first.getByText("Offline, 3 waiting").first()).toBeAttached();
  await addNote(first, "From the first tab");
  await addNote(second, "From the second tab");

  await first.context().setOffline(false);
  await expect(status(first)).toHaveText("Live");
  await expect(status(second)).toHaveText("Live");
  await expect.poll(() => states(first, unit.id)).toEqual(["in_progress", "completed"]);
  const notes = await readNotes(first, unit.id);
  expect(notes.map(({ content }) => content)).toEqual([
    "From the second tab",
    "From the first tab",
  ]);
});

test("a note of a page that crashes before it has cleared its field waits once, and the field of the next page is empty [FIELD-04]", async ({
  openAs,
}) => {
  const page = await openAs("supervisor", allowed);
  const manager = await openAs("manager");
  const { id, address } = await createUnit(manager, "House Of A Crash");
  await openUnit(page, address);
  await page.evaluate(async () => await navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  // A page that ends at this moment has put the note into one database, and taken it out of no other.
  await page.evaluate(() => {
    IDBObjectStore.prototype.delete = () => {
      throw new Error("The page has crashed");
    };
  });
  await addNote(page, "The sink leaks");
  const next = await page.context().newPage();
  await page.close();
  await next.goto(`${address}&tab=notes`);
  await expect(unitDialog(next).getByRole("listitem", { name: "Note by" })).toHaveCount(1);
  await expect.poll(() => typedTexts(next)).toEqual([]);
  await expect(unitDialog(next).getByLabel("New note")).toHaveValue("");

  await next.context().setOffline(false);
  await expect(status(next)).toHaveText("Live");
  await expect.poll(() => readNotes(manager, id)).toHaveLength(1);
});

test("a text typed in a page whose first answers do not come is kept on the device [FIELD-02] [GEN-03]", async ({
  openAs,
}) => {
  const page = await openAs("supervisor");
  const { address } = await createUnit(await openAs("manager"), "House Without Answers");
  await openUnit(page, address);
  await unitDialog(page).getByRole("tab", { name: "Notes" }).click();
  await expect(unitDialog(page).getByLabel("New note")).toBeVisible();
  // Pages load over this line, and live answers do not.
  await page.routeWebSocket(/.*/, (socket) => void socket.close());
  await page.reload();
  await unitDialog(page).getByLabel("New note").fill("The sink leaks");
  await expect.poll(() => typedTexts(page)).toEqual(["The sink leaks"]);
});

test("work that the server refuses later is kept and told, and holds up nothing behind it [FIELD-06]", async ({
  openAs,
}) => {
  const page = await openAs("supervisor");
  const manager = await openAs("manager");
  const { id, address } = await createUnit(manager, "House That Loses One", ["A1", "B2"]);
  const [, stays] = await readUnits(
    manager,
    new URL(address, "http://x").pathname.split("/")[2] ?? "",
  );
  await openUnit(page, address);

  await page.context().setOffline(true);
  await addNote(page, "The sink leaks, ask Robin");
  await unitDialog(page).getByRole("tab", { name: "Tasks" }).click();
  await complete(page, 0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "View Details" }).last().click();
  const other = page.getByRole("dialog", { name: "B2" });
  await other.getByRole("tab", { name: "Notes" }).click();
  await other.getByLabel("New note").fill("The floor is dry");
  await other.getByRole("button", { name: "Add Note" }).click();
  await expect(other.getByText("The floor is dry")).toBeVisible();
  await page.keyboard.press("Escape");
  await deleteUnit(manager, id);

  await page.context().setOffline(false);
  const notesOfOther = async () => await readNotes(manager, stays?.id ?? "");
  await expect.poll(async () => (await notesOfOther()).length).toBe(1);
  const bar = page.locator('[data-slot="connection-bar"]');
  await expect(bar).toContainText("2 changes were not accepted.");
  await bar.getByRole("button", { name: "Show" }).click();
  const list = page.getByRole("dialog", { name: "Not sent yet" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  const note = list.getByRole("listitem").filter({ hasText: "The sink leaks, ask Robin" });
  await expect(note).toContainText("Not accepted.");
  await note.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(bar).toContainText("1 change was not accepted.");
});

type ProfileOptions = Omit<
  Parameters<typeof chromium.launchPersistentContext>[1] & object,
  "baseURL"
> & {
  baseURL: string | undefined;
};

/** Starts a browser with the profile that an earlier browser has left. */
async function launchWith(
  profile: string,
  { baseURL, ...options }: ProfileOptions,
): Promise<[BrowserContext, Page]> {
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    ...(baseURL !== undefined && { baseURL }),
  });
  return [context, context.pages()[0] ?? (await context.newPage())];
}

async function crash(context: BrowserContext): Promise<void> {
  const closed = context.waitForEvent("close");
  const session = await context.browser()?.newBrowserCDPSession();
  void session?.send("Browser.crash").catch(() => undefined);
  await closed;
}

test.describe("a browser with a profile of its own", () => {
  const profile = mkdtempSync(join(tmpdir(), "turnboard-profile-"));
  test.afterAll(() => {
    for (const each of [profile, `${profile}-typed`, `${profile}-emptied`])
      rmSync(each, { recursive: true, force: true });
  });

  test("a note and a form that are half typed when the browser crashes are there again [GEN-03] [FIELD-08]", async ({
    openAs,
    baseURL,
    launchOptions,
  }) => {
    const manager = await openAs("manager");
    const unit = await createUnit(manager, "Half Typed House");
    const launch = async () => await launchWith(`${profile}-typed`, { ...launchOptions, baseURL });
    const openNotes = async (page: Page) => {
      await page.goto(`${unit.address}&tab=notes`);
      await expect(status(page)).toHaveText("Live");
    };
    const blockOf = async (page: Page) => {
      await unitDialog(page).getByRole("tab", { name: "Tasks" }).click();
      await unitDialog(page).getByRole("button", { name: "Block Unit" }).click();
      return page.getByRole("dialog", { name: "Block Unit" });
    };
    const [crashing, before] = await launch();
    await signInUnseen(before, "supervisor");
    await openNotes(before);
    await unitDialog(before).getByLabel("New note").pressSequentially("The sink in 101 lea");
    await (await blockOf(before)).getByLabel("Note (optional)").pressSequentially("Waits for a va");
    // The drafts are stored although no field loses focus and no form closes.
    const kept = async () => (await typedTexts(before)).join(" ");
    await expect.poll(kept).toContain("Waits for a va");
    await expect.poll(kept).toContain("The sink in 101 lea");
    await crash(crashing);

    const [next, page] = await launch();
    await signInUnseen(page, "supervisor");
    await openNotes(page);
    await expect(unitDialog(page).getByLabel("New note")).toHaveValue("The sink in 101 lea");
    const block = await blockOf(page);
    await block.getByRole("button", { name: "Bring back" }).click();
    await expect(block.getByLabel("Note (optional)")).toHaveValue("Waits for a va");
    await openNotes(page);
    await expect(unitDialog(page).getByLabel("New note")).toHaveValue("The sink in 101 lea");

    await signInUnseen(page, "manager");
    await openNotes(page);
    await expect(unitDialog(page).getByLabel("New note")).toHaveValue("");
    await next.close();
  });

  test("a crash of the browser and a start without a network lose no work, which arrives once [FIELD-02] [FIELD-04]", async ({
    openAs,
    baseURL,
    launchOptions,
  }) => {
    const manager = await openAs("manager");
    const unit = await createUnit(manager, "Crash House");
    const launch = async () => await launchWith(profile, { ...launchOptions, ...allowed, baseURL });
    const [crashing, before] = await launch();
    await signInUnseen(before, "supervisor");
    await openUnit(before, unit.address);
    await before.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await crashing.setOffline(true);
    await complete(before, 0);
    await addNote(before, "Written before the crash");
    await expect(before.getByText("Offline, 2 waiting").first()).toBeAttached();
    await crash(crashing);

    const [next, page] = await launch();
    // Chromium writes cookies to disk every half minute; a session from yesterday would be stored already.
    await signInUnseen(page, "supervisor");
    await next.setOffline(true);
    await page.goto(unit.address);
    await expect(task(page, 0).getByText("not sent yet")).toBeAttached();
    await expect(page.getByText("2 waiting").first()).toBeAttached();
    await complete(page, 1);
    expect(await states(manager, unit.id)).toEqual(["not_started", "not_started"]);

    await next.setOffline(false);
    await expect
      .poll(() => states(manager, unit.id), { timeout: 20_000 })
      .toEqual(["completed", "completed"]);
    await expect(status(page)).toHaveText("Live");
    const notes = await readNotes(manager, unit.id);
    expect(notes.map(({ content }) => content)).toEqual(["Written before the crash"]);
    await next.close();
  });

  test("a browser that finds its databases empty after a crash still has the ticks, notes, half typed texts and photos, and sends each once [FIELD-03] [FIELD-04]", async ({
    openAs,
    baseURL,
    launchOptions,
  }) => {
    const manager = await openAs("manager");
    const unit = await createUnit(manager, "House Of Empty Databases");
    const launch = async () =>
      await launchWith(`${profile}-emptied`, { ...launchOptions, ...allowed, baseURL });
    const [crashing, before] = await launch();
    await signInUnseen(before, "supervisor");
    await openUnit(before, unit.address);
    await crashing.setOffline(true);
    await complete(before, 0);
    await addNote(before, "Written before the crash");
    await unitDialog(before).getByLabel("New note").pressSequentially("Half typ");
    await expect.poll(() => typedTexts(before)).toEqual(["Half typ"]);
    await unitDialog(before).getByRole("tab", { name: "Photos" }).click();
    const input = unitDialog(before).getByLabel("Files for Before Photos");
    await input.setInputFiles([pngFile("sent.png", { hue: 20 })]);
    await unitDialog(before).getByRole("button", { name: "Upload 1 Photo" }).click();
    await expect(before.getByText("Offline, 3 waiting").first()).toBeAttached();
    await input.setInputFiles([pngFile("chosen.png", { hue: 200 })]);
    // Three operations and a file, a text, and a draft with its file.
    await expect.poll(() => copiedRows(before)).toBe(7);
    await crash(crashing);
    rmSync(join(`${profile}-emptied`, "Default", "IndexedDB"), { recursive: true });

    const [next, page] = await launch();
    await signInUnseen(page, "supervisor");
    await page.goto(`${unit.address}&tab=photos`);
    await expect.poll(() => states(manager, unit.id)).toEqual(["completed", "not_started"]);
    await expect(unitDialog(page).getByRole("img", { name: "chosen.png" })).toBeVisible();
    await unitDialog(page).getByRole("button", { name: "Upload 1 Photo" }).click();
    const names = async () =>
      (await readPhotos(manager, unit.id)).map(({ originalName }) => originalName).sort();
    await expect.poll(names).toEqual(["chosen.png", "sent.png"]);
    const notes = await readNotes(manager, unit.id);
    expect(notes.map(({ content }) => content)).toEqual(["Written before the crash"]);
    await unitDialog(page).getByRole("tab", { name: "Notes" }).click();
    await expect(unitDialog(page).getByLabel("New note")).toHaveValue("Half typ");
    await unitDialog(page).getByRole("button", { name: "Add Note" }).click();
    await expect.poll(() => copiedRows(page)).toBe(0);
    await next.close();
  });
});
