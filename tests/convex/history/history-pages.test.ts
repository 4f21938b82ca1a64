import fc from "fast-check";
import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { type Engine, first, setupWorkspace } from "../../support/workspace.ts";

type NewEvent = { at: number; kind: string; inFeed?: boolean; userId?: Id<"users"> };
type Answer = { page: { id: string }[]; continueCursor: string | null };

const start = Date.parse("2026-03-02T09:00:00Z");

async function insert(
  t: Engine,
  place: { projectId: Id<"projects">; unitId: Id<"units"> },
  events: readonly NewEvent[],
): Promise<string[]> {
  return await t.run((ctx) =>
    Promise.all(events.map((event) => ctx.db.insert("events", { ...place, ...event }))),
  );
}

async function allPages(read: (cursor: string | null) => Promise<Answer>): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const answer: Answer = await read(cursor);
    pages.push(answer.page.map(({ id }) => id));
    cursor = answer.continueCursor;
  } while (cursor !== null);
  return pages;
}

async function setupUnit() {
  const workspace = await setupWorkspace();
  const { projectId, unitIds } = await workspace.newProject(["101"]);
  return { ...workspace, place: { projectId, unitId: first(unitIds) } };
}

test("pages join without a gap, whatever the moments and the marks of the events [HIST-01]", async () => {
  const { t, manager, supervisor, place } = await setupUnit();
  const event = fc.record(
    {
      at: fc.integer({ min: start, max: start + 5 }),
      kind: fc.constantFrom("task.updated", "tasks.assigned", "note.added"),
      userId: fc.constantFrom(manager.userId, supervisor.userId),
      inFeed: fc.boolean(),
    },
    { requiredKeys: ["at", "kind"] },
  );
  const events = fc.sample(fc.array(event, { minLength: 60, maxLength: 60 }), {
    numRuns: 1,
    seed: 7,
  });
  const ids = await insert(t, place, events.flat());
  const newestFirst = (fits: (event: NewEvent) => boolean) =>
    ids
      .map((id, index) => ({ id, index, event: events.flat()[index] as NewEvent }))
      .filter(({ event: each }) => fits(each))
      .sort((a, b) => b.event.at - a.event.at || b.index - a.index)
      .map(({ id }) => id);
  const filters = [
    { sent: {}, fits: () => true },
    { sent: { kind: "task" }, fits: ({ kind }: NewEvent) => kind.startsWith("task") },
    {
      sent: { userId: manager.userId },
      fits: ({ userId }: NewEvent) => userId === manager.userId,
    },
  ];

  for (const limit of [1, 7, 100]) {
    for (const { sent, fits } of filters) {
      const question = { ...sent, to: "2026-03-02", limit };
      const ofUnit = await allPages((cursor) =>
        manager.query(api.history.ofUnit, { unitId: place.unitId, ...question, cursor }),
      );
      expect(ofUnit.flat()).toEqual(newestFirst(fits));
      const ofProject = await allPages((cursor) =>
        manager.query(api.history.ofProject, { projectId: place.projectId, ...question, cursor }),
      );
      expect(ofProject.flat()).toEqual(newestFirst(fits));
    }
  }
});

test("the pages behind a cursor stay while events arrive, and a page keeps its end [HIST-01]", async () => {
  const { t, manager, place } = await setupUnit();
  const { unitId } = place;
  const old = await insert(
    t,
    place,
    [1, 2, 3, 4].map((at) => ({ at, kind: "note.added" })),
  );
  const notes = { unitId, kind: "note.added" };
  const newest = await manager.query(api.history.ofUnit, { ...notes, limit: 2 });
  const through = newest.continueCursor;
  const [late] = await insert(t, place, [{ at: 5, kind: "note.added" }]);

  const grown = await manager.query(api.history.ofUnit, { ...notes, through });
  const next = await manager.query(api.history.ofUnit, { ...notes, cursor: through, limit: 2 });

  expect(grown.page.map(({ id }) => id)).toEqual([late, old[3], old[2]]);
  expect(grown.continueCursor).toBe(through);
  expect(next.page.map(({ id }) => id)).toEqual([old[1], old[0]]);
  expect(next.continueCursor).toBeNull();
});

test("a filter that lets nothing through looks at 1,000 events a page [HIST-01]", async () => {
  const { t, manager, supervisor, place } = await setupUnit();
  for (let batch = 0; batch < 5; batch++) {
    const events = Array.from({ length: 500 }, (_, at) => ({ at, kind: "task.updated" }));
    await insert(t, place, events);
  }
  const { unitId } = place;

  const pages = await allPages((cursor) =>
    manager.query(api.history.ofUnit, { unitId, userId: supervisor.userId, cursor }),
  );

  expect(pages).toEqual([[], [], []]);
});
