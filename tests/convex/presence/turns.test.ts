import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { namesMs, smallCrowd, turnMs } from "../../../convex/model/presence/turns.ts";
import { first, rowsOf, setupWorkspace, signIn } from "../../support/workspace.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Sets up this many people who look at one project, and an administrator who does not. */
async function setupCrowd(people: number) {
  const workspace = await setupWorkspace();
  const { t, admin } = workspace;
  const { projectId, unitIds } = await workspace.newProject();
  const crowd = [];
  for (let person = 0; person < people; person += 1) {
    const looker = await signIn(t, "project_supervisor");
    await looker.mutation(api.presence.look, { page: "phone", projectId });
    crowd.push(looker);
  }
  const pass = async (ms: number) => {
    vi.advanceTimersByTime(ms);
    await t.finishInProgressScheduledFunctions();
  };
  await pass(turnMs);
  const told = async () => await admin.query(api.presence.list, { projectId });
  return { ...workspace, projectId, unitId: first(unitIds), crowd, pass, told };
}

test("a large crowd is told of its moves once a second, of all of them, and nothing of it is left [SEEN-01]", async () => {
  const { t, projectId, unitId, crowd, pass, told } = await setupCrowd(smallCrowd + 2);
  const here = async () => (await told()).filter(({ unitIds }) => unitIds.length > 0).length;
  const open = async (person: number, at: string | null) =>
    await crowd[person]?.mutation(api.presence.look, { page: "phone", projectId, unitId: at });
  expect(await told()).toHaveLength(crowd.length);

  for (let round = 0; round < 3; round += 1) {
    await pass(turnMs);
    await open(0, unitId);
    expect(await here()).toBe(1);
    await open(1, unitId);
    await open(2, unitId);
    await pass(turnMs - 1);
    expect(await here()).toBe(1);
    await pass(1);
    expect(await here()).toBe(3);
    // The job has just updated them.
    await open(0, null);
    await open(1, null);
    await open(2, null);
    expect(await here()).toBe(3);
    await pass(turnMs);
    expect(await here()).toBe(0);
  }

  for (const person of crowd) await person.mutation(api.presence.leave, { page: "phone" });
  await pass(turnMs);
  expect(await told()).toEqual([]);
  for (const table of ["presences", "presenceCrowds", "presenceTurns"] as const)
    expect(await rowsOf(t, table)).toEqual([]);
});

test("a small crowd is told of each move at once [SEEN-01]", async () => {
  const { projectId, unitId, crowd, told } = await setupCrowd(smallCrowd);
  const look = { page: "phone", projectId, unitId };

  for (const [moved, person] of crowd.entries()) {
    await person.mutation(api.presence.look, look);
    expect((await told()).filter(({ unitIds }) => unitIds.length > 0)).toHaveLength(moved + 1);
  }
});

test("a telling of a large crowd that never comes is ordered anew with the next move [SEEN-01]", async () => {
  const { t, projectId, unitId, crowd, pass, told } = await setupCrowd(smallCrowd + 2);
  const here = async () => (await told()).filter(({ unitIds }) => unitIds.length > 0).length;
  const open = async (person: number) =>
    await crowd[person]?.mutation(api.presence.look, { page: "phone", projectId, unitId });
  await pass(turnMs);
  await open(0);
  await open(1);
  await t.run(async (ctx) => {
    for (const { stepId } of await ctx.db.query("presenceTurns").collect())
      if (stepId !== undefined) await ctx.scheduler.cancel(stepId);
  });
  await pass(turnMs);
  expect(await here()).toBe(1);

  await open(2);

  expect(await here()).toBe(3);
});

test("a new name of somebody in a large crowd is told within a minute [SEEN-01]", async () => {
  const { t, projectId, unitId, crowd, pass, told } = await setupCrowd(smallCrowd + 2);
  const renamed = first(crowd);
  const move = async (to: string | null) => {
    await renamed.mutation(api.presence.look, { page: "phone", projectId, unitId: to });
    await pass(turnMs);
    return first(await told()).name;
  };
  const named = await move(unitId);
  await t.run(async ({ db }) => db.patch("users", renamed.userId, { firstName: "Renata" }));
  expect(await move(null)).toBe(named);
  await pass(namesMs);
  expect(await move(unitId)).toContain("Renata");
});
