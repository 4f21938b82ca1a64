import { ConvexError, v } from "convex/values";
import { httpRouter } from "convex/server";
import { expect, test, vi } from "vitest";
import { AppError } from "../../../convex/lib/errors.ts";
import { mountRoutes } from "../../../convex/rest/door/mountRoutes.ts";
import type { Handler } from "../../../convex/rest/door/responses.ts";
import schema from "../../../convex/schema.ts";
import { createTest } from "../../support/engine.ts";
import { insertSession, modules } from "../../support/workspace.ts";

const message = "The server has too much to do at the moment.";

/** A failure of the host, which has a class of its own for these errors. */
const overloaded = () => Promise.reject(new ConvexError({ code: "Overloaded", message }));

/** Answers of a route with this handler, to a signed-in person. */
async function answerOf(handler: Handler) {
  vi.stubEnv("SITE_URL", "https://turnboard.test");
  const http = httpRouter();
  const route = { method: "GET", path: "/api/busy", summary: "Say something", handler } as const;
  mountRoutes(http, [{ ...route, access: "open", answer: { status: 200, shape: v.any() } }]);
  const app = { ...modules, "../../convex/http.ts": () => Promise.resolve({ default: http }) };
  const t = createTest(schema, app);
  const { secret } = await insertSession(t, "project_supervisor");
  const headers = { Cookie: `__Host-turnboard_session=${secret}` };
  const response = await t.fetch("/api/busy", { headers });
  return { status: response.status, body: (await response.json()) as unknown };
}

test("a call for which the host has no time now answers 503 with the host's words [OP-57]", async () => {
  expect(await answerOf(overloaded)).toEqual({ status: 503, body: { message } });
});

test("a refusal stays one while the host has no time to keep it in the audit log [OP-57]", async () => {
  const refuse: Handler = async (ctx) => {
    ctx.runQuery = overloaded;
    throw new AppError("forbidden", "You don't have permission to do this.");
  };

  expect(await answerOf(refuse)).toMatchObject({ status: 403 });
});
