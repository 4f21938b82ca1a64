import { expect, test, vi } from "vitest";
import { answerMark } from "../../../convex/rules/answerMark.ts";
import schema from "../../../convex/schema.ts";
import { createTest } from "../../support/engine.ts";
import { modules } from "../../support/workspace.ts";

test.each([
  ["GET", "/api/health", 200],
  ["GET", "/api/auth/token", 401],
  ["GET", "/api/auth/user", 401],
  ["GET", "/api/logout", 302],
  ["POST", "/api/photos", 401],
  ["PATCH", "/api/projects", 405],
  ["OPTIONS", "/api/projects", 204],
  ["GET", "/api/nothing/here", 404],
])(
  "%s %s answers %i with the mark by which pages know the server from what stands before it [FIELD-05]",
  async (method, path, status) => {
    vi.stubEnv("SITE_URL", "https://turnboard.test");
    const answer = await createTest(schema, modules).fetch(path, { method });

    expect([answer.status, answer.headers.get(answerMark)]).toEqual([status, "1"]);
  },
);
