import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api.js";
import { PartBoundary } from "../../../../src/components/part-boundary.tsx";
import { useLiveQuery } from "../../../../src/hooks/reads/use-live-query.ts";
import { KeptDatabase } from "../../../../src/lib/answers/kept/kept-database.ts";
import { keptAnswers } from "../../../../src/lib/answers/kept/kept-answers.ts";
import { keyOf } from "../../../../src/lib/answers/question.ts";
import { FakeConvex } from "../../../support/fake-convex.tsx";
import { stubIndexedDb } from "../../outbox/indexed-db.ts";

const args = { projectId: "oak" };
const key = keyOf("units:names", args);

let backend: FakeConvex;
beforeEach(() => {
  stubIndexedDb();
  backend = new FakeConvex();
  // React logs errors that it catches.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(async () => {
  cleanup();
  await keptAnswers.drop();
});

function Names() {
  const units = useLiveQuery(api.units.names, args);
  return <p>{units === undefined ? "Nothing yet" : units.map(({ name }) => name.trim()).join()}</p>;
}

/** An answer of a shape that this version of the app cannot show. */
const foreign = [{ title: "101" }];

function show() {
  render(
    backend.wrap(
      <PartBoundary what="The list">
        <Names />
      </PartBoundary>,
    ),
  );
}

test("an answer that another version has kept and this one cannot show is forgotten, and the live one shown when it comes [FIELD-02]", async () => {
  const database = new KeptDatabase("turnboard-answers", "another version");
  await database.begin("mia", { id: "mia" });
  await database.write("mia", key, { text: JSON.stringify(foreign), at: 1 });
  keptAnswers.begin({ id: "mia" });
  show();
  await waitFor(async () => expect(await database.read("mia", key)).toBeUndefined());
  expect(await screen.findByText("Nothing yet")).toBeVisible();
  expect(screen.queryByText("The list could not be shown")).toBeNull();

  act(() => backend.answer(api.units.names, args, [{ id: "101", name: "101" }]));
  expect(await screen.findByText("101")).toBeVisible();
});

test("a part that fails with an answer of its own version says so, and forgets nothing [FIELD-02]", async () => {
  keptAnswers.begin({ id: "mia" });
  keptAnswers.keep(key, foreign);
  await keptAnswers.write();
  show();
  expect(await screen.findByText("The list could not be shown")).toBeVisible();
  expect(await keptAnswers.read(key)).toMatchObject({ answer: foreign });
});
