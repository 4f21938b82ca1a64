import { act, cleanup, renderHook } from "@testing-library/react";
import type { OptimisticLocalStore } from "convex/browser";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { useLiveQueries, useLiveQuery } from "../../../src/hooks/reads/use-live-query.ts";
import { answers } from "../../../src/lib/answers/answers.ts";
import { applyNewNote } from "../../../src/lib/optimistic/notes.ts";
import { applyNewPhoto } from "../../../src/lib/photos/optimistic-photo.ts";
import { applyTaskUpdate } from "../../../src/lib/optimistic/task-updates.ts";
import { viewerOf } from "../support/render-at.tsx";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { boardRowOf } from "../board/rows.ts";

const query = api.units.names;
const unitsNamed = (...names: string[]) => names.map((name) => ({ id: name, name }));

let backend: FakeConvex;
beforeEach(() => (backend = new FakeConvex()));
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  answers.setOverlays([]);
});

const under = { wrapper: ({ children }: { children: React.ReactNode }) => backend.wrap(children) };
const answer = (value: unknown, projectId = "oak") =>
  act(() => backend.answer(query, { projectId }, value));
const lay = (...changes: ((store: OptimisticLocalStore) => void)[]) =>
  act(() => answers.setOverlays(changes.map((apply, at) => ({ id: String(at), apply }))));

function readNames(projectId = "oak") {
  const seen: (string[] | undefined)[] = [];
  const { result, unmount } = renderHook(() => {
    const units = useLiveQuery(query, { projectId });
    seen.push(units?.map(({ name }) => name));
    return units;
  }, under);
  return { seen, result, unmount, names: () => result.current?.map(({ name }) => name) };
}

const rename = (id: string, name: string) => (store: OptimisticLocalStore) => {
  for (const { args, value } of store.getAllQueries(query)) {
    if (!value?.some((unit) => unit.id === id)) continue;
    const renamed = value.map((unit) => (unit.id === id ? { ...unit, name } : unit));
    store.setQuery(query, args, renamed);
  }
};

test("a change lies on top of the answers, in order, also on those that come later, until it is taken back", () => {
  answer(unitsNamed("101", "102"));
  const { names } = readNames();
  lay(rename("101", "A"), rename("101", "B"));
  expect(names()).toEqual(["B", "102"]);

  answer(unitsNamed("101", "103"));
  expect(names()).toEqual(["B", "103"]);

  lay();
  expect(names()).toEqual(["101", "103"]);
});

test("what is opened later shows the changes from its first moment", () => {
  answer(unitsNamed("101"));
  lay(rename("101", "A"));
  expect(readNames().seen.every((seen) => seen?.join() === "A")).toBe(true);
});

test("a change can answer what has no answer of its own yet, and is gone with it", () => {
  const { names } = readNames();
  lay((store) => store.setQuery(query, { projectId: "oak" }, unitsNamed("new") as never));
  expect(names()).toEqual(["new"]);
  lay();
  expect(names()).toBeUndefined();
});

test("new notes and photos stand alone while their list is not known, which stays told as a gap [FIELD-02] [FIELD-03]", () => {
  const made = { id: "new", at: 0, known: undefined };
  const by = viewerOf();
  const photo = {
    ...{ key: "p", unitId: "u", type: "before" as const, name: "p.jpg", size: 1 },
    ...{ caption: null, photoDate: null, takenAt: null, taskId: null, sha256: null },
  } as const;
  const { result } = renderHook(
    () => [
      useLiveQuery(api.unitNotes.list, { unitId: "u" })?.map(({ content }) => content),
      useLiveQuery(api.photos.list, { unitId: "u" })?.map(({ originalName }) => originalName),
    ],
    under,
  );
  lay(
    (store) => applyNewNote(store, { unitId: "u", content: "Mind the step" }, { ...made, by }),
    (store) => applyNewPhoto(store, photo, { ...made, by }),
  );
  expect(result.current).toEqual([["Mind the step"], ["p.jpg"]]);
  expect(answers.summary.snapshot()).toMatchObject({ hasGaps: true });

  act(() => backend.answer(api.unitNotes.list, { unitId: "u" }, [{ id: "a", content: "Older" }]));
  expect(result.current[0]).toEqual(["Mind the step", "Older"]);
});

test("a change that cannot be shown takes neither the screen nor the others along", () => {
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  answer(unitsNamed("101"));
  const { names } = readNames();
  const broken = new Error("broken");
  lay(
    () => {
      throw broken;
    },
    rename("101", "A"),
  );
  expect(names()).toEqual(["A"]);
  expect(report).toHaveBeenCalledWith(broken);
});

test("a change lies on the last answer of a read that fails now", () => {
  answer(unitsNamed("101"));
  const { names } = readNames();
  answer(new Error("Server Error"));
  lay(rename("101", "A"));
  expect(names()).toEqual(["A"]);
});

test("what is shown can be looked up by who makes a change", () => {
  answer(unitsNamed("101"));
  readNames();
  lay(rename("101", "A"));
  const projectId = "oak" as never;
  expect(answers.shown().getQuery(query, { projectId })).toEqual([{ id: "101", name: "A" }]);
  expect(answers.shown().getAllQueries(query)).toHaveLength(1);
});

test("an answer that came another way serves until the first live one, and never again", () => {
  answers.offer("units:names", { projectId: "elm" }, unitsNamed("early"));
  const { seen, names, unmount } = readNames("elm");
  expect(seen.every((each) => each?.join() === "early")).toBe(true);

  answer(unitsNamed("live"), "elm");
  expect(names()).toEqual(["live"]);
  answers.offer("units:names", { projectId: "elm" }, unitsNamed("late"));
  expect(names()).toEqual(["live"]);
  unmount();
});

const unitCount = 500;
const tasksOfUnit = 50;
const rowsOfPage = 25;
const pageArgs = Array.from({ length: unitCount / rowsOfPage }, (_, at) => ({
  projectId: "oak",
  after: at,
  through: at + 1,
}));

function boardPage({ after }: { after: number }, notes: string | null = null) {
  const rows = Array.from({ length: rowsOfPage }, (_, at) => {
    const name = String(after * rowsOfPage + at);
    const ids = Array.from({ length: tasksOfUnit }, (_, n) => `task ${String(n)} of ${name}`);
    return boardRowOf(
      { name, notes },
      ids.map((id) => ({ id })),
    );
  });
  return { rows, next: null };
}

test("thirty changes on 500 units and 25,000 tasks are applied once a message, and make new only what they touch", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  backend.answerTogether(
    api.board.page,
    pageArgs.map((args) => [args, boardPage(args)]),
  );
  const { result } = renderHook(() => useLiveQueries(api.board.page, pageArgs), under);
  const rows = () => (result.current ?? []).flatMap((page) => page.rows);
  const before = rows();
  const apply = vi.fn();
  const changed = Array.from({ length: 30 }, (_, n) => n * 16);
  lay(
    ...changed.map((unit) => (store: OptimisticLocalStore) => {
      apply();
      const taskId = `task 7 of ${String(unit)}`;
      applyTaskUpdate(store, { taskId, status: "in_progress" }, { at: 0, by: viewerOf() });
    }),
  );
  expect(apply).toHaveBeenCalledTimes(30);
  expect(rows().flatMap((row, at) => (row === before[at] ? [] : [at]))).toEqual(changed);
  expect(rows()[16]?.tasks.filter((task, at) => task !== before[16]?.tasks[at])).toHaveLength(1);

  // All pages arrive again, and two of them have changed.
  const laid = rows();
  act(() =>
    backend.answerTogether(
      api.board.page,
      pageArgs.map((args) => [args, boardPage(args, args.after < 2 ? "new" : null)]),
    ),
  );
  expect(apply).toHaveBeenCalledTimes(60);
  const isNew = rows().map((row, at) => row !== laid[at]);
  expect(isNew.lastIndexOf(true)).toBe(2 * rowsOfPage - 1);
});

test("who looks at a page without a line is no gap, and nothing waits for it [FIELD-02]", () => {
  answer(unitsNamed("101"));
  renderHook(
    () => [
      useLiveQuery(query, { projectId: "oak" }),
      useLiveQuery(api.presence.list, { projectId: "oak" }),
    ],
    under,
  );

  expect(answers.summary.snapshot()).toMatchObject({ hasGaps: false });
  expect(answers.isWhole()).toBe(true);
});
