import { httpRouter } from "convex/server";
import { expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { routes } from "../../../convex/http.ts";
import type { ActionCtx } from "../../../convex/_generated/server.js";
import { mountRoutes } from "../../../convex/rest/door/mountRoutes.ts";
import type { Route } from "../../../convex/rest/door/route.ts";
import schema from "../../../convex/schema.ts";
import { createTest } from "../../support/engine.ts";
import { type Engine, insertSession, modules, withToken } from "../../support/workspace.ts";

const longRoutes = routes.filter(({ isLong }) => isLong);

/** Sets up a project with one unit that has a rent. The act of a test runs once, after the first page of an answer. */
async function setup() {
  vi.stubEnv("SITE_URL", "https://turnboard.test");
  let act: (() => Promise<void>) | null = null;
  const http = httpRouter();
  mountRoutes(
    http,
    longRoutes.map((route) => withHandler(route, (ctx) => afterFirstPage(ctx, () => act?.()))),
  );
  const app = { ...modules, "../../convex/http.ts": () => Promise.resolve({ default: http }) };
  const t: Engine = createTest(schema, app);
  const { userId, sessionId, secret } = await insertSession(t, "project_manager");
  const manager = await withToken(t, { sessionId, secret });
  const units = [{ name: "101", monthlyRent: 1200 }];
  const project = await manager.mutation(api.projects.create, { name: "Maple Court", units });

  const read = async (path: string, during: (() => Promise<void>) | null) => {
    act = during;
    const headers = { Cookie: `__Host-turnboard_session=${secret}` };
    const answer = await t.fetch(path.replace(":projectId", project.id), { headers });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  const giveRole = async (role: string) =>
    await t.run(async (ctx) => {
      const updatedAt = ((await ctx.db.get("users", userId))?.updatedAt ?? 0) + 1;
      await ctx.db.patch("users", userId, { role, updatedAt });
    });
  const endSession = async () =>
    await t.run(async (ctx) => await ctx.db.delete("sessions", sessionId));
  return { read, giveRole, endSession };
}

function withHandler(route: Route, change: (ctx: ActionCtx) => ActionCtx): Route {
  return {
    ...route,
    handler: (ctx, request, params) => route.handler(change(ctx), request, params),
  };
}

function afterFirstPage(ctx: ActionCtx, act: () => Promise<void> | undefined): ActionCtx {
  let pages = 0;
  return {
    ...ctx,
    runQuery: async (...asked) => {
      const page = await ctx.runQuery(...asked);
      pages += 1;
      if (pages === 1) await act();
      return page;
    },
  };
}

test("there are answers that are read page by page", () => {
  expect(longRoutes.map(({ path }) => path)).toEqual([
    ...["/api/units", "/api/projects/:projectId/units"],
    ...["/api/projects/:projectId/board", "/api/board"],
    "/api/projects/:projectId/time-entries",
    ...["/api/reports/turn-status", "/api/reports/unit-task-status", "/api/reports/task-details"],
  ]);
});

test.each(longRoutes.map(({ path }) => path))(
  "%s is given to nobody whose role or session changed while it was read [OP-57] [PERM-18]",
  async (path) => {
    const { read, giveRole, endSession } = await setup();
    const changed = {
      status: 409,
      body: { message: "Your account changed during the answer. Ask again." },
    };

    expect((await read(path, null)).status).toBe(200);
    expect(await read(path, async () => await giveRole("project_supervisor"))).toEqual(changed);
    expect((await read(path, null)).status).toBe(200);
    const lowerAndRaise = async () => {
      await giveRole("project_supervisor");
      await giveRole("project_manager");
    };
    expect(await read(path, lowerAndRaise)).toEqual(changed);
    expect((await read(path, endSession)).status).toBe(401);
  },
);
