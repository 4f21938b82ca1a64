import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api.js";
import type * as Whole from "../../../../src/lib/connection/connection.ts";
import { type Message, ScriptedHost } from "../../support/scripted-host.ts";

/** Stops the search for a lost server, which otherwise lasts as long as the window. */
let stopFollowing = () => {};

vi.mock("../../../../src/lib/connection/connection.ts", async (importOriginal) => {
  const whole = await importOriginal<typeof Whole>();
  return {
    ...whole,
    followConnection: (...client: Parameters<typeof whole.followConnection>) =>
      (stopFollowing = whole.followConnection(...client)),
  };
});

let host: ScriptedHost;
let close: () => Promise<unknown> = () => Promise.resolve();

beforeEach(() => {
  vi.useFakeTimers();
  host = new ScriptedHost();
  host.install();
  for (const level of ["log", "error"] as const)
    vi.spyOn(console, level).mockReturnValue(undefined);
  vi.resetModules();
});
afterEach(async () => {
  stopFollowing();
  await close();
  vi.useRealTimers();
});

async function signIn() {
  const { authenticateConnection, convexClient } =
    await import("../../../../src/lib/connection/convex.ts");
  const { connection } = await import("../../../../src/lib/connection/connection.ts");
  const { sessionEnd } = await import("../../../../src/lib/connection/session-end.ts");
  convexClient.watchQuery(api.users.viewer, {}).onUpdate(() => undefined);
  authenticateConnection();
  // A socket that is opening closes only after it has opened, which waits for the next token.
  close = () => Promise.all([convexClient.close(), vi.advanceTimersByTimeAsync(60_000)]);
  return { sessionEnd, state: () => connection.snapshot().state };
}

const typesOf = (line: Message[]) => line.map(({ type }) => type);

test("a host that refuses each token that it made before its last start ends no session, and nothing is asked as nobody [AUTH-17]", async () => {
  host.refusals = 7;
  const { sessionEnd } = await signIn();

  await vi.advanceTimersByTimeAsync(120_000);

  expect(host.refusals).toBe(0);
  expect(host.isPageSignedIn).toBe(true);
  expect(sessionEnd.snapshot()).toBe(false);
  const asking = host.lines.map(typesOf).filter((types) => types.length > 0);
  expect(asking).toEqual(asking.map(() => ["Connect", "Authenticate", "ModifyQuerySet"]));
});

test("a page whose tokens are refused comes back more and more seldom [AUTH-17]", async () => {
  host.refusals = Infinity;
  const { sessionEnd } = await signIn();

  await vi.advanceTimersByTimeAsync(60_000);
  const ofFirstMinute = host.tokensAsked;
  await vi.advanceTimersByTimeAsync(120_000);

  expect(ofFirstMinute).toBeLessThan(30);
  expect(host.tokensAsked - ofFirstMinute).toBeLessThan(ofFirstMinute);
  expect(sessionEnd.snapshot()).toBe(false);
});

test("a page whose tokens are refused learns that its session is over [AUTH-17]", async () => {
  host.refusals = Infinity;
  const { sessionEnd } = await signIn();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sessionEnd.snapshot()).toBe(false);

  host.isSessionOver = true;
  await vi.advanceTimersByTimeAsync(60_000);

  expect(sessionEnd.snapshot()).toBe(true);
});

test.each(["opens", "shows its token", "is refused", "has a new token"] as const)(
  "a page whose host dies six times as the page %s is signed in again within 5 s of the last start [AUTH-17] [FIELD-05]",
  async (moment) => {
    const { sessionEnd, state } = await signIn();
    await vi.advanceTimersByTimeAsync(100);
    expect(host.isPageSignedIn).toBe(true);
    host.die();

    const statesWhileDown = new Set<string>();
    for (let deaths = 0; deaths < 6;) {
      host.start();
      host.dieWhenPage(moment, () => (deaths += 1));
      await vi.advanceTimersByTimeAsync(70_000);
      if (!host.isPageSignedIn) statesWhileDown.add(state());
      // The page is signed in with a token of this start, so the host must die once more.
      else host.die();
    }
    host.start();
    const asked = host.tokensAsked;
    let waitedMs = 0;
    for (; waitedMs < 60_000 && !host.isPageSignedIn; waitedMs += 100)
      await vi.advanceTimersByTimeAsync(100);

    expect(waitedMs).toBeLessThan(5000);
    expect(host.tokensAsked - asked).toBeLessThan(5);
    expect(state()).toBe("live");
    expect([...statesWhileDown]).toEqual(["offline"]);
    expect(sessionEnd.snapshot()).toBe(false);
  },
);
