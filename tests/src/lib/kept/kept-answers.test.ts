import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { permissionByFunction } from "../../../../convex/rules/permissions.ts";
import { keepableNames } from "../../../../src/lib/answers/kept/keepable.ts";
import { KeptAnswers } from "../../../../src/lib/answers/kept/kept-answers.ts";
import { KeptDatabase } from "../../../../src/lib/answers/kept/kept-database.ts";
import { connectionPerson } from "../../../../src/lib/connection/connection-person.ts";
import { stubIndexedDb } from "../../outbox/indexed-db.ts";

beforeEach(stubIndexedDb);

const mia = { id: "mia", role: "project_manager" };
const tom = { id: "tom", role: "project_supervisor" };
const keyOf = (unitId: string) => `tasks:list {"unitId":"${unitId}"}`;
const tasks = (name: string) => [{ id: "task", name }];

let names = 0;
/**
 * Returns a function that starts a visit on one device; each further call starts the next visit, on the same database.
 */
function device(bounds = { answers: 100, size: 100_000 }) {
  names += 1;
  const name = `device ${String(names)}`;
  return () => new KeptAnswers(new KeptDatabase(name), bounds);
}

afterEach(() => {
  vi.useRealTimers();
  connectionPerson.set(null);
});

async function keepAs(visit: KeptAnswers, viewer: typeof mia, answers: Record<string, unknown>) {
  visit.begin(viewer);
  for (const [key, answer] of Object.entries(answers)) visit.keep(key, answer);
  await visit.write();
}

test("what a person saw is there at the next visit, with the moment up to which it was live [FIELD-02]", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-02T10:31:00Z") });
  const visit = device();
  await keepAs(visit(), mia, { [keyOf("101")]: tasks("Paint") });

  const next = visit();
  expect(await next.viewer()).toEqual(mia);
  next.begin(mia);
  expect(await next.read(keyOf("101"))).toMatchObject({ answer: tasks("Paint"), at: Date.now() });
  expect(await next.read(keyOf("102"))).toBeUndefined();

  // The same answer stays current for longer.
  vi.setSystemTime(Date.parse("2026-03-02T11:00:00Z"));
  next.touch(keyOf("101"));
  await next.write();
  expect((await next.read(keyOf("101")))?.at).toBe(Date.now());
});

test("nobody reads what another person saw, and signing out leaves nothing [FIELD-08]", async () => {
  const visit = device();
  await keepAs(visit(), mia, { [keyOf("101")]: tasks("Paint") });
  const toms = visit();
  toms.begin(tom);
  expect(await toms.read(keyOf("101"))).toBeUndefined();
  await keepAs(toms, tom, { [keyOf("102")]: tasks("Clean") });
  await toms.drop();

  const after = visit();
  expect(await after.viewer()).toBeNull();
  after.begin(tom);
  expect(await after.read(keyOf("102"))).toBeUndefined();
});

test("what is not written yet is nobody's when another person begins in the same page [FIELD-08]", async () => {
  const visit = device();
  const page = visit();
  page.begin(mia);
  page.keep(keyOf("101"), tasks("Paint"));
  page.begin(tom);
  expect(await page.read(keyOf("101"))).toBeUndefined();

  await page.write();
  const after = visit();
  after.begin(tom);
  expect(await after.read(keyOf("101"))).toBeUndefined();
});

test("whenever another person begins, what is being written is kept under nobody else, and the answers of the new one are kept [FIELD-08]", async () => {
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1)
      await new Promise((resolve) => setImmediate(resolve));
  };
  for (let beforeBegin = 0; beforeBegin < 8; beforeBegin += 1)
    for (let beforeAnswer = 0; beforeAnswer < 8; beforeAnswer += 1) {
      const visit = device();
      const page = visit();
      page.begin(mia);
      await turns(4);
      for (const unit of ["101", "102"]) page.keep(keyOf(unit), tasks("of Mia"));
      const written = page.write();
      await turns(beforeBegin);
      page.begin(tom);
      await turns(beforeAnswer);
      for (const unit of ["102", "103"]) page.keep(keyOf(unit), tasks("of Tom"));
      await written;
      await page.write();

      const after = visit();
      expect(await after.viewer()).toEqual(tom);
      after.begin(tom);
      const kept = await Promise.all(["101", "102", "103"].map((unit) => after.read(keyOf(unit))));
      const ofTom = { answer: tasks("of Tom") };
      expect(kept, `${beforeBegin}, ${beforeAnswer}`).toMatchObject([undefined, ofTom, ofTom]);
    }
});

test("what a connection brings that is signed in as another than the page is kept under nobody [FIELD-08]", async () => {
  const visit = device();
  const page = visit();
  page.begin(mia);
  connectionPerson.set("tom");
  page.keep(keyOf("101"), tasks("of Tom"));
  await page.write();
  expect(await page.read(keyOf("101"))).toBeUndefined();
  connectionPerson.set("mia");
  page.keep(keyOf("101"), tasks("of Mia"));
  expect(await page.read(keyOf("101"))).toMatchObject({ answer: tasks("of Mia") });
});

test("an open page of the person before keeps nothing more [FIELD-08]", async () => {
  const visit = device();
  const old = visit();
  await keepAs(old, mia, { [keyOf("101")]: tasks("Paint") });
  const next = visit();
  await keepAs(next, tom, {});
  next.keep(keyOf("103"), tasks("Doors"));
  await next.write();
  old.keep(keyOf("102"), tasks("Clean"));
  await old.write();
  const again = visit();
  again.begin(tom);
  expect(await again.read(keyOf("102"))).toBeUndefined();
  expect(await again.read(keyOf("103"))).toBeDefined();
  expect(await old.read(keyOf("103"))).toBeUndefined();
});

test("what was seen longest ago goes first when there is too much [FIELD-09]", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1000 });
  const visit = device({ answers: 2, size: 100_000 });
  const first = visit();
  await keepAs(first, mia, { [keyOf("101")]: tasks("a"), [keyOf("102")]: tasks("b") });
  const second = visit();
  vi.setSystemTime(2000);
  await keepAs(second, mia, { [keyOf("103")]: tasks("c") });
  second.begin(mia);
  const left = await Promise.all(["101", "102", "103"].map((id) => second.read(keyOf(id))));
  expect(left.filter((kept) => kept !== undefined)).toHaveLength(2);
  expect(left[2]).toBeDefined();
});

test("a device keeps the 20 projects that were visited last, each with 100 units that were opened [FIELD-02]", async () => {
  const visit = new KeptAnswers(new KeptDatabase("device of 20 projects"));
  visit.begin(mia);
  const task = { name: "Paint walls", status: "in_progress", description: "x".repeat(500) };
  const keys: string[] = [];
  for (let project = 0; project < 20; project += 1) {
    const id = `project ${String(project)}`;
    const units = Array.from({ length: 100 }, (_, at) => ({ name: `${id} ${String(at)}`, task }));
    keys.push(`units:list {"projectId":"${id}"}`);
    visit.keep(keys.at(-1) ?? "", units);
    for (const { name } of units) {
      keys.push(keyOf(name));
      visit.keep(keys.at(-1) ?? "", Array(10).fill(task));
    }
  }
  await visit.write();
  const kept = await Promise.all(keys.map((key) => visit.read(key)));
  expect(kept.filter((answer) => answer === undefined)).toHaveLength(0);
});

test("answers go also when together they are too large [FIELD-09]", async () => {
  const visit = device({ answers: 100, size: 1000 });
  const now = visit();
  await keepAs(now, mia, { [keyOf("101")]: tasks("a".repeat(2000)) });
  expect(await now.read(keyOf("101"))).toBeUndefined();
});

test("no money is kept, whoever may see it, and no users or audit log [FIELD-02] [GEN-05]", async () => {
  const visit = device();
  const now = visit();
  const key = 'units:list {"projectId":"oak"}';
  const unit = { name: "101", monthlyRent: 1500, turn: { vacancyLoss: 300, daysVacant: 4 } };
  await keepAs(now, mia, {
    [key]: [unit],
    "users:list {}": [mia],
    "audit:list {}": [{ id: "entry" }],
    "analytics:risk {}": { unitsAtRisk: [], vacancyLossThisMonth: 500 },
    "analytics:report {}": { labourRate: 45 },
  });
  const next = visit();
  next.begin(mia);
  expect((await next.read(key))?.answer).toEqual([
    { name: "101", monthlyRent: null, turn: { vacancyLoss: null, daysVacant: 4 } },
  ]);
  expect((await next.read("analytics:risk {}"))?.answer).toEqual({
    unitsAtRisk: [],
    vacancyLossThisMonth: null,
  });
  for (const other of ["users:list {}", "audit:list {}", "analytics:report {}"])
    expect(await next.read(other)).toBeUndefined();

  const open = ["open", "project:read", "analytics:read", "time:read", "projectTeam:write"];
  for (const name of keepableNames) expect(open).toContain(permissionByFunction[name]);
});

test("an answer that is forgotten is read no more, also where the device cannot drop it, until it is kept anew [FIELD-02]", async () => {
  const visit = device();
  await keepAs(visit(), mia, { [keyOf("101")]: tasks("Paint") });
  const next = visit();
  next.begin(mia);
  vi.spyOn(IDBObjectStore.prototype, "delete").mockImplementation(() => {
    throw new DOMException("The disk is full", "QuotaExceededError");
  });
  const reading = next.read(keyOf("101"));
  next.forget(keyOf("101"));
  expect(await reading).toBeUndefined();
  expect(await next.read(keyOf("101"))).toBeUndefined();

  next.keep(keyOf("101"), tasks("Doors"));
  await next.write();
  expect(await next.read(keyOf("101"))).toMatchObject({ answer: tasks("Doors") });
});

test("an answer that is forgotten while others are written is not kept [FIELD-02]", async () => {
  const visit = device();
  const now = visit();
  now.begin(mia);
  for (const unit of ["101", "102"]) now.keep(keyOf(unit), tasks("Paint"));
  const written = now.write();
  now.forget(keyOf("102"));
  await written;
  const next = visit();
  next.begin(mia);
  expect(await next.read(keyOf("101"))).toBeDefined();
  expect(await next.read(keyOf("102"))).toBeUndefined();
});

test("an answer whose screen is left while others are written is kept with them [FIELD-02]", async () => {
  const visit = device();
  const page = visit();
  page.begin(mia);
  page.keep(keyOf("101"), tasks("Paint"));
  page.keep(keyOf("102"), tasks("Clean"));
  const written = page.write();
  page.touch(keyOf("102"));
  await written;

  const next = visit();
  next.begin(mia);
  expect(await next.read(keyOf("102"))).toMatchObject({ answer: tasks("Clean") });
});

test("who signs out as the device still learns that somebody begins is not there at the next visit [FIELD-08]", async () => {
  const visit = device();
  const now = visit();
  now.begin(mia);
  await now.drop();
  await now.viewer();
  expect(await visit().viewer()).toBeNull();
});

test("of two who begin at once the later one stays, also where the device knew that one [FIELD-08]", async () => {
  const visit = device();
  const now = visit();
  now.begin(tom);
  await now.viewer();
  const begun = vi.spyOn(KeptDatabase.prototype, "begin");
  now.begin(mia);
  now.begin(tom);
  await now.viewer();
  // The write that the first `begin` started may finish last.
  await Promise.all(begun.mock.results.map(({ value }) => value as unknown));
  expect(await visit().viewer()).toEqual(tom);
});

test("a browser that keeps nothing changes nothing else [FIELD-02]", async () => {
  const broken = vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new Error("Storage is switched off.");
  });
  const now = device()();
  await keepAs(now, mia, { [keyOf("101")]: tasks("Paint") });
  expect(await now.viewer()).toBeNull();
  await now.drop();
  broken.mockRestore();
});
