import { deleteDB } from "idb";
import { expect, test } from "vitest";
import { KeptAnswers } from "../../../../src/lib/answers/kept/kept-answers.ts";
import { KeptDatabase } from "../../../../src/lib/answers/kept/kept-database.ts";
import { stubIndexedDb } from "../../outbox/indexed-db.ts";

const mia = { id: "mia" };
const clean = 'tasks:list {"unitId":"101"}';
const paint = 'tasks:list {"unitId":"102"}';

test("a page whose data the browser has deleted keeps its person and what comes next, and nothing of one who has signed out [FIELD-02] [FIELD-08]", async () => {
  stubIndexedDb();
  const visit = () => new KeptAnswers(new KeptDatabase("device"));
  const page = visit();
  page.begin(mia);
  page.keep(clean, [{ name: "Clean" }]);
  await page.write();
  await deleteDB("device");
  page.keep(paint, [{ name: "Paint" }]);
  await page.write();

  const next = visit();
  expect(await next.viewer()).toEqual(mia);
  next.begin(mia);
  expect(await next.read(paint)).toMatchObject({ answer: [{ name: "Paint" }] });

  await next.drop();
  await deleteDB("device");
  page.keep(clean, [{ name: "Clean" }]);
  await page.write();
  expect(await new KeptDatabase("device").person()).toBeUndefined();
});
