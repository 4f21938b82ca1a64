import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";

const fetchMock = vi.fn<typeof fetch>();

// It looks for a lost server by itself, for as long as the window lives.
vi.mock("../../../src/lib/connection.ts", () => ({ followConnection: () => undefined }));

type Message = { type: string; baseVersion?: number };

/** The server's end of every line: what it was sent, line by line, and how many more tokens it refuses. */
const server = { lines: [] as Message[][], refusals: 0 };

const start = { querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" };

class ScriptedSocket extends EventTarget {
  static readonly OPEN = 1;
  readonly OPEN = 1;
  readyState = 0;
  readonly #heard: Message[] = [];

  constructor() {
    super();
    server.lines.push(this.#heard);
    setTimeout(() => {
      this.readyState = this.OPEN;
      this.dispatchEvent(new Event("open"));
    });
  }

  send(text: string) {
    const message = JSON.parse(text) as Message;
    // Of the client's own measurements.
    if (message.type === "Event") return;
    this.#heard.push(message);
    if (message.type !== "Authenticate") return;
    if (server.refusals > 0) {
      server.refusals -= 1;
      this.#say({ type: "AuthError", error: "Refused", baseVersion: 0, authUpdateAttempted: true });
      setTimeout(() => this.close());
    } else {
      const end = { ...start, identity: 1, ts: "AQAAAAAAAAA=" };
      this.#say({ type: "Transition", startVersion: start, endVersion: end, modifications: [] });
    }
  }

  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.dispatchEvent(new CloseEvent("close", { code: 1000 }));
  }

  #say(message: object) {
    const event = new MessageEvent("message", { data: JSON.stringify(message) });
    setTimeout(() => this.dispatchEvent(event));
  }
}

let close: () => Promise<unknown> = () => Promise.resolve();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", ScriptedSocket);
  vi.stubGlobal("fetch", fetchMock.mockReset());
  for (const level of ["log", "error"] as const)
    vi.spyOn(console, level).mockReturnValue(undefined);
  server.lines.length = 0;
  vi.resetModules();
});
afterEach(async () => {
  await close();
  vi.useRealTimers();
});

/** One token after another, each of ten minutes. */
function serveTokens() {
  let count = 0;
  fetchMock.mockImplementation(() => {
    count += 1;
    const claims = { iat: 1000 + count, exp: 1600 + count, userId: "ana" };
    return Promise.resolve(Response.json({ token: `e30.${btoa(JSON.stringify(claims))}.mark` }));
  });
}

async function signIn() {
  const { authenticateConnection, convexClient } = await import("../../../src/lib/convex.ts");
  const { sessionEnd } = await import("../../../src/lib/session-end.ts");
  convexClient.watchQuery(api.users.viewer, {}).onUpdate(() => undefined);
  authenticateConnection();
  // A socket that is about to open closes when it has opened, which waits for the next token.
  close = () => Promise.all([convexClient.close(), vi.advanceTimersByTimeAsync(60_000)]);
  return sessionEnd;
}

const typesOf = (line: Message[]) => line.map(({ type }) => type);
const tokensAsked = () => fetchMock.mock.calls.length;

test("a host that refuses each token that it made before its last start ends no session, and nothing is asked as nobody [AUTH-17]", async () => {
  serveTokens();
  server.refusals = 7;
  const sessionEnd = await signIn();

  await vi.advanceTimersByTimeAsync(120_000);

  expect(server.refusals).toBe(0);
  expect(sessionEnd.snapshot()).toBe(false);
  const asking = server.lines.map(typesOf).filter((types) => types.length > 0);
  expect(asking).toEqual(asking.map(() => ["Connect", "Authenticate", "ModifyQuerySet"]));
});

test("a page whose tokens are refused comes back more and more seldom [AUTH-17]", async () => {
  serveTokens();
  server.refusals = Infinity;
  const sessionEnd = await signIn();

  await vi.advanceTimersByTimeAsync(60_000);
  const ofFirstMinute = tokensAsked();
  await vi.advanceTimersByTimeAsync(120_000);

  expect(ofFirstMinute).toBeLessThan(30);
  expect(tokensAsked() - ofFirstMinute).toBeLessThan(ofFirstMinute);
  expect(sessionEnd.snapshot()).toBe(false);
});

test("a page whose tokens are refused learns that its session is over [AUTH-17]", async () => {
  serveTokens();
  server.refusals = Infinity;
  const sessionEnd = await signIn();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sessionEnd.snapshot()).toBe(false);

  fetchMock.mockImplementation(() => Promise.resolve(Response.json({}, { status: 401 })));
  await vi.advanceTimersByTimeAsync(60_000);

  expect(sessionEnd.snapshot()).toBe(true);
});
