import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { KeptAnswers } from "../../../../src/lib/answers/kept/kept-answers.ts";
import { KeptDatabase } from "../../../../src/lib/answers/kept/kept-database.ts";
import { stubIndexedDb } from "../../outbox/indexed-db.ts";

const mia = { id: "mia" };
const key = 'tasks:list {"unitId":"101"}';
const other = 'tasks:list {"unitId":"102"}';
const tasks = (name: string) => [{ id: "task", name }];

beforeEach(() => {
  stubIndexedDb();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  vi.stubGlobal("requestIdleCallback", (work: () => void) => work());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page of Mia on a device, and the keys that it writes. */
async function opened() {
  const database = new KeptDatabase("device");
  const write = vi.spyOn(database, "write");
  const page = new KeptAnswers(database);
  page.begin(mia);
  await page.viewer();
  return { page, written: () => write.mock.calls.map(([, of]) => of) };
}

/** An answer of the next visit on the device, which the open page has not been asked to write. */
async function atNextVisit(of: string) {
  const next = new KeptAnswers(new KeptDatabase("device"));
  next.begin(mia);
  return (await next.read(of))?.answer;
}

test("the first answer to a question is written after half a second, for a page that is loaded again soon [FIELD-02]", async () => {
  const { page } = await opened();
  page.keep(key, tasks("Paint"));

  await vi.advanceTimersByTimeAsync(500);

  await vi.waitFor(async () => expect(await atNextVisit(key)).toEqual(tasks("Paint")));
});

test("later answers are written every two seconds at most, also beside new ones [FIELD-02]", async () => {
  const { page, written } = await opened();
  page.keep(key, tasks("Paint"));
  await vi.advanceTimersByTimeAsync(500);
  await vi.waitFor(() => expect(written()).toEqual([key]));
  await vi.waitFor(async () => expect(await atNextVisit(key)).toBeDefined());

  page.keep(key, tasks("Walls"));
  page.keep(other, tasks("Clean"));
  await vi.advanceTimersByTimeAsync(500);
  await vi.waitFor(async () => expect(await atNextVisit(other)).toBeDefined());
  expect(written()).toEqual([key, other]);

  page.keep(key, tasks("Doors"));
  await vi.advanceTimersByTimeAsync(1000);
  await vi.waitFor(async () => expect(await atNextVisit(key)).toEqual(tasks("Doors")));
  expect(written()).toEqual([key, other, key]);
});

test("an answer after a pause, as with one's own new note, is written after half a second too [FIELD-02]", async () => {
  const { page } = await opened();
  page.keep(key, tasks("Paint"));
  await vi.advanceTimersByTimeAsync(5000);
  await vi.waitFor(async () => expect(await atNextVisit(key)).toEqual(tasks("Paint")));

  page.keep(key, tasks("Walls"));
  await vi.advanceTimersByTimeAsync(500);
  await vi.waitFor(async () => expect(await atNextVisit(key)).toEqual(tasks("Walls")));
});
