import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, expect, type Page } from "@playwright/test";
import {
  addNote,
  complete,
  createUnit,
  openUnit,
  states,
  status,
  task,
  unitDialog,
} from "./support/field-unit.ts";
import { readNotes, readPhotos } from "./support/function-client.ts";
import { pngFile } from "./support/image-files.ts";
import { copiedRows, typedTexts } from "./support/kept.ts";
import { signInUnseen } from "./support/people.ts";
import { test } from "./support/test.ts";

test.use({ seed: "templates" });

const allowed = { serviceWorkers: "allow" } as const;

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
