import { CatchBoundary } from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api.js";
import { ConnectionBar } from "../../../../src/app/connection-bar.tsx";
import { useLiveQuery } from "../../../../src/hooks/reads/use-live-query.ts";
import { FakeConvex } from "../../../support/fake-convex.tsx";

const query = api.units.names;
const serverError = () => new Error("[Request ID: 1] Server Error");
const unitsNamed = (...names: string[]) => names.map((name) => ({ id: name, name }));

let backend: FakeConvex;
/** The values of every render. */
let shown: Set<string>;

// React logs errors that a boundary has caught.
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  backend = new FakeConvex();
  shown = new Set();
});
afterEach(cleanup);

function Names({ projectId }: { projectId: string }) {
  const units = useLiveQuery(query, projectId === "" ? "skip" : { projectId });
  const text = units?.map(({ name }) => name).join() ?? "loading";
  shown.add(text);
  return <p data-testid="names">{text}</p>;
}

const tree = (projectId: string, readers = 1) =>
  backend.wrap(
    <>
      <CatchBoundary getResetKey={() => "page"} errorComponent={() => <p>the page failed</p>}>
        {Array.from({ length: readers }, (_, at) => (
          <Names key={at} projectId={projectId} />
        ))}
      </CatchBoundary>
      <ConnectionBar />
    </>,
  );

const show = (projectId = "oak") => render(tree(projectId));
const answer = (value: unknown, projectId = "oak") =>
  act(() => backend.answer(query, { projectId }, value));
const names = () => screen.getByTestId("names").textContent;
const banner = () => screen.getByRole("status").textContent;
const pageFailed = () => screen.queryByText("the page failed") !== null;

test("an answer stays when its live re-run fails, which is said until it answers again [OP-52] [API-53]", () => {
  answer(unitsNamed("101", "102"));
  show();
  expect(banner()).toBe("");

  answer(serverError());
  expect(names()).toBe("101,102");
  expect(pageFailed()).toBe(false);
  expect(banner()).toContain("Some of this is not up to date.");
  expect(banner()).not.toContain("Server Error");

  answer(unitsNamed("101", "103"));
  expect(names()).toBe("101,103");
  expect(banner()).toBe("");
});

test("what has never answered and fails takes the page [OP-52]", () => {
  show();
  expect(names()).toBe("loading");
  answer(serverError());
  expect(pageFailed()).toBe(true);
  expect(banner()).toBe("");
});

test.each(["unauthenticated", "forbidden", "not_found"])(
  "a live read that is refused as %s takes the page, also after an answer [AUTH-17] [OP-15] [VALID-21]",
  (code) => {
    answer(unitsNamed("101"));
    show();
    answer(serverError());
    answer(new ConvexError({ code, message: "no" }));
    expect(pageFailed()).toBe(true);
    expect(banner()).toBe("");
  },
);

test("another project never shows the rows of the one before", () => {
  answer(unitsNamed("101"));
  const { rerender } = show();
  rerender(tree("maple"));
  expect(names()).toBe("loading");
  expect(banner()).toBe("");

  answer(serverError(), "maple");
  expect(pageFailed()).toBe(true);
});

test("what was not asked for a while starts anew [OP-52]", () => {
  answer(unitsNamed("101"));
  const { rerender } = show();
  rerender(tree(""));
  expect(names()).toBe("loading");
  answer(undefined);
  rerender(tree("oak"));
  expect(names()).toBe("loading");
  expect(banner()).toBe("");
});

test("a page that is left takes its notice along [OP-52]", () => {
  answer(unitsNamed("101"));
  const { rerender } = show();
  answer(serverError());
  rerender(tree("oak", 0));
  expect(banner()).toBe("");
});

test("the notice can be hidden, and the next failure is told again [OP-52]", () => {
  answer(unitsNamed("101"));
  show();
  answer(serverError());
  fireEvent.click(screen.getByRole("button", { name: "Hide this notice" }));
  expect(banner()).toBe("");
  expect(names()).toBe("101");

  answer(unitsNamed("102"));
  answer(serverError());
  expect(banner()).toContain("Some of this is not up to date.");
});

test("trying again asks anew for all who show it, and what is shown stays meanwhile [OP-52]", async () => {
  answer(unitsNamed("101"));
  render(tree("oak", 2));
  answer(serverError());
  backend.answerAnew(query, { projectId: "oak" }, unitsNamed("101", "102"));

  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await Promise.resolve();
  });

  expect(screen.getAllByTestId("names").map((one) => one.textContent)).toEqual([
    "101,102",
    "101,102",
  ]);
  expect(shown).toEqual(new Set(["101", "101,102"]));
  expect(banner()).toBe("");
});

test("trying again in vain keeps what is shown, and can be done again [OP-52]", async () => {
  answer(unitsNamed("101"));
  show();
  answer(serverError());
  backend.answerAnew(query, { projectId: "oak" }, serverError());
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await Promise.resolve();
  });

  expect(names()).toBe("101");
  expect(banner()).toContain("What you change is still saved.");
  expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
});
