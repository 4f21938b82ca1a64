import { expect, test } from "vitest";
import { setupSignIn } from "../support/sign-in.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

test.each(methods)(
  "[OP-57] %s of an unknown path below /api answers 404 in JSON",
  async (method) => {
    const { t } = await setupSignIn();

    const response = await t.fetch("/api/nothing/here", { method });

    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: "There is nothing at this address." });
  },
);

test("[OP-57] answers are JSON that nothing keeps or takes for anything else", async () => {
  const { t } = await setupSignIn();

  const { headers } = await t.fetch("/api/auth/user");

  expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Cache-Control")).toBe("no-store");
});

test.each([
  { headers: { Origin: "https://evil.test" }, status: 403 },
  { headers: { Origin: "https://evil.turnboard.test" }, status: 403 },
  { headers: { Origin: "null" }, status: 403 },
  { headers: { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.test" }, status: 403 },
  { headers: { "Sec-Fetch-Site": "same-site", Origin: "https://a.test" }, status: 403 },
  { headers: { "Sec-Fetch-Site": "none" }, status: 403 },
  { headers: { "Sec-Fetch-Site": "same-origin" }, status: 404 },
  { headers: { Origin: "https://turnboard.test" }, status: 404 },
  { headers: {}, status: 404 },
])("[OP-06] a change with $headers answers $status", async ({ headers, status }) => {
  const { t } = await setupSignIn();

  const response = await t.fetch("/api/nothing/here", { method: "POST", headers });

  expect(response.status).toBe(status);
});
