import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ofServer } from "../../support/of-server.ts";

const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetchMock.mockReset());
  // The end of the session and the timer of the last token belong to the whole window.
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
});

async function open() {
  const { fetchToken } = await import("../../../../src/lib/connection/session-token.ts");
  const { sessionEnd } = await import("../../../../src/lib/connection/session-end.ts");
  return { fetchToken, sessionEnd };
}

/** Makes a token that is valid for this many seconds. */
function token(seconds: number, userId = "ana"): string {
  const claims = { iat: 1000, exp: 1000 + seconds, sub: "ü?>", userId };
  return `e30.${btoa(JSON.stringify(claims).replace("ü", "u"))}.signature`;
}

const serve = (seconds: number, userId?: string) =>
  fetchMock.mockResolvedValueOnce(ofServer(Response.json({ token: token(seconds, userId) })));
const refuse = () => fetchMock.mockResolvedValueOnce(ofServer(Response.json({}, { status: 401 })));

test("a page notices by itself that its session has run out [AUTH-17]", async () => {
  const { fetchToken, sessionEnd } = await open();
  serve(30);
  await fetchToken();
  refuse();

  await vi.advanceTimersByTimeAsync(30_400);
  expect(sessionEnd.snapshot()).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(sessionEnd.snapshot()).toBe(true);
});

test("a token that is followed by another says nothing about the session [AUTH-17]", async () => {
  const { fetchToken, sessionEnd } = await open();
  serve(600);
  await fetchToken();
  await vi.advanceTimersByTimeAsync(590_000);
  serve(600);
  await fetchToken();

  await vi.advanceTimersByTimeAsync(599_000);

  expect(fetchMock).toHaveBeenCalledTimes(2);
  expect(sessionEnd.snapshot()).toBe(false);
});

test("an unreachable server ends no session, it is asked until it answers [AUTH-17]", async () => {
  const { fetchToken, sessionEnd } = await open();
  serve(30);
  await fetchToken();
  fetchMock.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  fetchMock.mockResolvedValueOnce(new Response(null, { status: 502 }));
  refuse();

  await vi.advanceTimersByTimeAsync(31_000);
  expect(sessionEnd.snapshot()).toBe(false);
  await vi.advanceTimersByTimeAsync(3000);
  expect(sessionEnd.snapshot()).toBe(true);
});

test("an answer that is cut off, or is a page of something between, ends no session [AUTH-17]", async () => {
  const { fetchToken } = await open();
  fetchMock.mockResolvedValueOnce(ofServer(new Response('{"tok')));
  fetchMock.mockResolvedValueOnce(new Response("<html>Starting</html>"));
  serve(30);
  const asked = fetchToken();
  await vi.advanceTimersByTimeAsync(5000);
  expect(await asked).toBe(token(30));
});

test("without a network the server is asked ever more seldom, and at once when the network is back [FIELD-05]", async () => {
  const { fetchToken } = await open();
  fetchMock.mockRejectedValue(new TypeError("Failed to fetch"));
  const asked = fetchToken();
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(fetchMock.mock.calls.length).toBeLessThan(16);

  serve(30);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  await expect(asked).resolves.toBe(token(30));
});

test("a page of one person never takes the token of another who signed in since, and its session is over [FIELD-08]", async () => {
  const { fetchToken, sessionEnd } = await open();
  serve(30);
  await expect(fetchToken()).resolves.toBe(token(30));
  serve(60);
  await expect(fetchToken()).resolves.toBe(token(60));

  serve(30, "ben");
  await expect(fetchToken()).resolves.toBeNull();
  serve(30, "ben");
  await vi.advanceTimersByTimeAsync(61_000);
  expect(sessionEnd.snapshot()).toBe(true);
});

test.each([
  ["JSON without a token", 200, { message: "Sign in to our network" }],
  ["JSON with a token of its own", 200, { token: "of-the-hotel" }],
  ["401", 401, { message: "Unauthorized" }],
  ["403", 403, { message: "Forbidden" }],
])(
  "a network that answers in the server's place with %s ends no session [AUTH-17] [FIELD-05]",
  async (_, status, body) => {
    const { fetchToken, sessionEnd } = await open();
    fetchMock.mockResolvedValueOnce(Response.json(body, { status }));
    serve(30);

    const asked = fetchToken();
    await vi.advanceTimersByTimeAsync(5000);

    expect(await asked).toBe(token(30));
    expect(sessionEnd.snapshot()).toBe(false);
  },
);

test("a token tells the server's time, between its request and its answer [FIELD-07]", async () => {
  await open();
  const { fetchToken, timeTold } = await import("../../../../src/lib/connection/session-token.ts");
  const askedAt = Date.now();
  fetchMock.mockImplementationOnce(async () => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    return ofServer(Response.json({ token: token(30) }));
  });
  expect(timeTold.last).toBeNull();
  const asked = fetchToken();
  await vi.advanceTimersByTimeAsync(700);
  await asked;
  expect(timeTold.last).toEqual([1000, askedAt, askedAt + 700, performance.now()]);
});
