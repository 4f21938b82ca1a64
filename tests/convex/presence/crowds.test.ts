import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { first, rowsOf, setupWorkspace } from "../../support/workspace.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const move = fc.record({
  who: fc.nat(2),
  page: fc.constantFrom("desk", "phone"),
  project: fc.nat(1),
  unit: fc.nat(2),
  act: fc.constantFrom(...(["look", "look", "look", "leave", "signOut", "wait"] as const)),
});

test("after any comings and goings a project has the people of its open pages [SEEN-01]", async () => {
  const run = fc.asyncProperty(fc.array(move, { minLength: 10, maxLength: 25 }), async (moves) => {
    const { t, admin, manager, supervisor, newProject } = await setupWorkspace();
    const projects = [await newProject(["1", "2"]), await newProject(["1", "2"], "Oak Court")];
    const people = [admin, manager, supervisor];
    for (const { who, page, project, unit, act } of moves) {
      const person = people[who] ?? admin;
      const { projectId = "", unitIds = [] } = projects[project] ?? {};
      if (act === "look") {
        const unitId = unitIds[unit] ?? null;
        await person.mutation(api.presence.look, { page, projectId, unitId });
      }
      if (act === "leave") await person.mutation(api.presence.leave, { page });
      if (act === "signOut" && person !== admin)
        await admin.mutation(api.sessions.endAllOf, { userId: person.userId });
      if (act === "signOut" && person !== admin) people.splice(people.indexOf(person), 1);
      if (act === "wait") {
        vi.advanceTimersByTime(9000);
        await t.finishInProgressScheduledFunctions();
      }
      await expectTold();
    }

    /** Recomputes the viewers of each project from its open pages. */
    async function expectTold() {
      const pages = await rowsOf(t, "presences");
      for (const { projectId } of projects) {
        const here = pages.filter((open) => open.projectId === projectId);
        const model = [...new Set(here.map(({ userId }) => userId))].map((userId) => ({
          userId,
          unitIds: [
            ...new Set(
              here.flatMap((open) =>
                open.userId === userId && open.unitId !== undefined ? [open.unitId] : [],
              ),
            ),
          ],
        }));
        const told = await admin.query(api.presence.list, { projectId });
        expect(told.map(({ userId, unitIds }) => ({ userId, unitIds }))).toEqual(model);
      }
    }
  });
  await fc.assert(run, { numRuns: 10, seed: 20_261_123, endOnFailure: true });
}, 60_000);

test("what somebody types, and a second page at the same place, do not change what is told of a project [SEEN-01]", async () => {
  const { t, manager, supervisor, newProject } = await setupWorkspace();
  const { projectId, unitIds } = await newProject();
  const at = { page: "phone", projectId, unitId: first(unitIds) };
  await manager.mutation(api.presence.look, { page: "desk", projectId });
  await supervisor.mutation(api.presence.look, at);
  const before = await rowsOf(t, "presenceCrowds");

  const typing = { recordId: at.unitId, field: "monthlyRent" };
  await supervisor.mutation(api.presence.look, { ...at, ...typing });
  await supervisor.mutation(api.presence.look, { ...at, page: "desk" });
  await supervisor.mutation(api.presence.leave, { page: "desk" });

  expect(before).toHaveLength(1);
  expect(await rowsOf(t, "presenceCrowds")).toEqual(before);
});
