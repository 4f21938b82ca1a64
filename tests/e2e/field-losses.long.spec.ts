import { expect } from "@playwright/test";
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
import { deleteUnit, readNotes, readUnits } from "./support/function-client.ts";
import { typedTexts } from "./support/kept.ts";
import { test } from "./support/test.ts";

test.use({ seed: "templates" });

const allowed = { serviceWorkers: "allow" } as const;

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
