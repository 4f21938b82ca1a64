import { defaultLimits } from "../../../src/server/bounds/server-limits.ts";
import { expect, test } from "vitest";
import { callerNamed, connectedClientState, openClientState } from "../../support/client-state.ts";
import { addQuery, mutation } from "../../support/raw-client.ts";

const authenticate = (baseVersion: number) => ({
  type: "Authenticate",
  baseVersion,
  tokenType: "User",
  value: "token",
});
const update = (ts: bigint, changes: { queryId: number; result: number | null }[] = []) => ({
  client: 7,
  querySet: 1,
  identity: 0,
  ts,
  changes,
});
const result = {
  text: '"type":"QueryUpdated","value":1,"logLines":[],"journal":"j"}',
  journal: "j",
};

test("each Transition starts where the one before ended [S2]", () => {
  const { state, said, receive } = connectedClientState();
  receive(addQuery(0, { udfPath: "a:b", args: {}, id: 4 }));

  state.update(update(5n, [{ queryId: 4, result: 0 }]), [result]);
  state.update(update(9n), []);

  expect(said[0]!["startVersion"]).toEqual({ querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" });
  expect(said[0]!["modifications"]).toEqual([
    { queryId: 4, type: "QueryUpdated", value: 1, logLines: [], journal: "j" },
  ]);
  expect(said[1]!["startVersion"]).toEqual(said[0]!["endVersion"]);
});

test("mutations are handed on in order, only so many at a time; actions do not wait for them [S4]", () => {
  const { state, asked, receive } = connectedClientState({ mutationsInFlightPerClient: 2 });

  for (const id of [0, 1, 2, 3]) receive(mutation(id, "a:b", {}));
  receive({ type: "Action", requestId: 4, udfPath: "a:c", args: [{}] });
  const handedOnAtOnce = asked.mutations.map(({ requestId }) => requestId);
  state.mutationDone(0, { ok: true, value: "null", logLines: [], ts: 1n });

  expect(handedOnAtOnce).toEqual([0, 1]);
  expect(asked.actions.map(({ requestId }) => requestId)).toEqual([4]);
  expect(asked.mutations.map(({ requestId }) => requestId)).toEqual([0, 1, 2]);
});

test("what comes after Authenticate is handled when the token is checked, in order [S6]", () => {
  const { state, asked, receive } = connectedClientState();
  receive(authenticate(0));
  receive(mutation(0, "a:b", {}));
  receive(authenticate(1));
  receive(mutation(1, "a:b", {}));
  expect([asked.mutations.length, asked.verify.length]).toEqual([0, 1]);

  state.verified(callerNamed("ann"));
  state.verified(callerNamed("bob"));
  state.mutationDone(0, { ok: true, value: "null", logLines: [], ts: 1n });

  expect(asked.mutations.map(({ caller }) => caller.identity?.subject)).toEqual(["ann", "bob"]);
  expect(asked.identities).toEqual([
    { version: 1, subject: "ann" },
    { version: 2, subject: "bob" },
  ]);
});

test("after a refused token nothing is handled any more [S6]", () => {
  const { state, said, asked, receive } = connectedClientState();
  receive(authenticate(0));
  receive(mutation(0, "a:b", {}));

  state.verified({ ok: false, error: "no" });
  receive(mutation(1, "a:b", {}));

  expect(said).toEqual([
    { type: "AuthError", error: "no", baseVersion: 0, authUpdateAttempted: true },
  ]);
  expect(asked.closed).toEqual([{}]);
  expect(asked.mutations).toEqual([]);
});

test.each([
  { what: "a mutation", message: mutation(0, "a:b", {}) },
  { what: "an action", message: { type: "Action", requestId: 0, udfPath: "a:b", args: [{}] } },
  { what: "a new query", message: addQuery(0, { udfPath: "a:b", args: {} }) },
])("$what after the token ran out is not started [S7]", ({ message }) => {
  const { state, said, asked, clock, receive } = connectedClientState();
  receive(authenticate(0));
  state.verified(callerNamed("ann", clock.nowMs + 1000));

  clock.nowMs += 1000;
  receive(message);

  expect(said).toEqual([
    { type: "AuthError", error: "Token expired", baseVersion: 1, authUpdateAttempted: false },
  ]);
  expect([asked.mutations, asked.actions, asked.queries]).toEqual([[], [], []]);
});

test("nothing that a caller may no longer see is sent after the token ran out [S7]", () => {
  const { state, said, clock, receive } = connectedClientState();
  receive(authenticate(0));
  state.verified(callerNamed("ann", clock.nowMs + 1000));
  receive(addQuery(0, { udfPath: "a:b", args: {}, id: 1 }));

  clock.nowMs += 1000;
  state.update(update(5n, [{ queryId: 1, result: 0 }]), [result]);

  expect(said.map(({ type }) => type)).toEqual(["AuthError"]);
});

test("the host is never silent for more than 15 seconds, whenever it last said something [S10]", () => {
  const { tickMs } = defaultLimits;
  for (let lastWordMs = 0; lastWordMs < tickMs; lastWordMs += 100) {
    const { state, said, clock } = connectedClientState({}, false);
    const start = clock.nowMs;
    const words = [start];
    for (let tick = 1; tick <= 20; tick += 1) {
      clock.nowMs = start - lastWordMs + tick * tickMs;
      state.tick();
      if (said.splice(0).length > 0) words.push(clock.nowMs);
    }
    const silences = words.slice(1).map((word, index) => word - words[index]!);
    expect(Math.max(...silences)).toBeLessThanOrEqual(15_000);
    // More frequent messages would only cost traffic.
    expect(Math.min(...silences)).toBeGreaterThanOrEqual(10_000);
  }
});

test("a client that was not heard of for 120 seconds is let go; a pong counts as a word [S10]", () => {
  const { state, asked, clock } = openClientState({ connectMs: Infinity, signInMs: Infinity });

  clock.nowMs += 119_000;
  state.heard();
  clock.nowMs += 119_000;
  state.tick();
  const before = asked.closed.length;
  clock.nowMs += 1000;
  state.tick();

  expect([before, asked.closed]).toEqual([0, [{ code: 1000, reason: "InactiveClient" }]]);
});

test("the Transition that confirms a token tells how far the client's clock is off [S11]", () => {
  const { state, said, clock, receive } = connectedClientState();
  receive(authenticate(0));
  state.verified(callerNamed("ann"));

  state.update({ ...update(5n), identity: 1 }, []);
  state.update({ ...update(6n), identity: 1 }, []);

  expect(said[0]).toMatchObject({ clientClockSkew: 250, serverTs: clock.nowMs * 1_000_000 });
  expect(said[1]).not.toHaveProperty("serverTs");
});

test("a new function thread is told the journals that clients hold [L7]", () => {
  const { state, receive } = connectedClientState();
  receive(addQuery(0, { udfPath: "a:b", args: { n: 1 }, id: 4 }));

  state.update(update(5n, [{ queryId: 4, result: 0 }]), [result]);

  expect(state.machine.registration()).toMatchObject({
    querySet: 1,
    queries: [{ queryId: 4, path: "a:b", args: '{"n":1}', journal: "j" }],
  });
});

test.each([
  { what: "too many queries", limits: { queriesPerClient: 1 }, flood: addQuery },
  {
    what: "too many waiting mutations",
    limits: { queuedRequestsPerClient: 1 },
    flood: (id: number) => mutation(id, "a:b", {}),
  },
])("$what end the connection with a reason that clients wait on [B4]", ({ limits, flood }) => {
  const { asked, receive } = connectedClientState(limits);

  receive(flood(0, { udfPath: "a:b", args: {} }));
  const before = asked.closed.length;
  receive(flood(1, { udfPath: "a:b", args: {} }));

  expect(before).toBe(0);
  expect(asked.closed).toEqual([
    { code: 1013, reason: expect.stringMatching(/^TooManyConcurrentRequests/) as string },
  ]);
});

test("messages that wait for a token are bounded [B4]", () => {
  const { asked, receive } = connectedClientState({ waitingMessages: 2 });
  receive(authenticate(0));

  for (const id of [0, 1, 2]) receive(mutation(id, "a:b", {}));

  expect(asked.closed).toMatchObject([{ code: 1013 }]);
});

test("a muted client is owed its answers, and nothing new is started [S12]", () => {
  const { state, said, asked, receive } = connectedClientState();
  receive(mutation(0, "a:b", {}));

  state.mute();
  receive(mutation(1, "a:b", {}));
  const owed = state.machine.hasOutstanding;
  state.mutationDone(0, { ok: true, value: "null", logLines: [], ts: 3n });

  expect([owed, state.machine.hasOutstanding]).toEqual([true, false]);
  expect(asked.mutations).toHaveLength(1);
  expect(said).toMatchObject([{ type: "MutationResponse", requestId: 0, ts: "AwAAAAAAAAA=" }]);
});

test("a client that says no Connect within 10 seconds is let go [B14]", () => {
  const { state, asked, clock } = openClientState();

  clock.nowMs += 9999;
  state.tick();
  const before = asked.closed.length;
  clock.nowMs += 1;
  state.tick();

  expect([before, asked.closed[0]?.code]).toEqual([0, 1008]);
});

test("so is one on which nobody signs in within 60 seconds, or who signed out as long ago [B14]", () => {
  const { state, asked, clock, receive } = connectedClientState();
  clock.nowMs += 59_000;
  receive(authenticate(0));
  state.tick();
  state.verified(callerNamed("ann"));
  for (let hours = 0; hours < 9; hours++) {
    clock.nowMs += 100_000;
    state.heard();
    state.tick();
  }
  receive({ type: "Authenticate", baseVersion: 1, tokenType: "None" });
  clock.nowMs += 59_999;
  state.tick();
  const before = asked.closed.length;
  clock.nowMs += 1;
  state.tick();

  expect([before, asked.closed[0]?.code]).toEqual([0, 1008]);
});

test("nobody must sign in where that is not possible [B14]", () => {
  const { state, asked, clock } = connectedClientState({ silentClientMs: Infinity }, false);

  clock.nowMs += 1e9;
  state.tick();

  expect(asked.closed).toEqual([]);
});

test.each([
  { what: "before sign-in 64 kB", signsIn: false, most: 5 },
  { what: "of one client 4 MB", signsIn: true, most: 409 },
])(
  "of what is watched $what are kept, and what is not watched any more counts no more [B14]",
  ({ signsIn, most }) => {
    const { state, asked, receive } = connectedClientState();
    if (signsIn) {
      receive(authenticate(0));
      state.verified(callerNamed("ann"));
    }
    const watch = (id: number) =>
      receive(addQuery(id, { udfPath: "a:b", args: { text: "x".repeat(9_200) }, id }));
    for (let id = 0; id < most; id++) watch(id);
    receive({
      ...{ type: "ModifyQuerySet", baseVersion: most, newVersion: most + 1 },
      modifications: [{ type: "Remove", queryId: 0 }],
    });
    watch(most + 1);
    const before = asked.closed.length;
    for (let more = 2; more < 5; more++) watch(most + more);

    expect([before, asked.closed[0]?.code]).toEqual([0, 1013]);
    expect(state.machine.registration().queries).toEqual([]);
  },
);

test("a stranger who changes more queries than a page may have is sent away before any of it is judged [B14]", () => {
  const change = (count: number) => {
    const modifications = Array.from({ length: count }, () => ({ type: "Add" }));
    return { type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications };
  };
  const [stranger, staff] = [connectedClientState(), connectedClientState()];
  staff.receive(authenticate(0));
  staff.state.verified(callerNamed("ann"));

  for (const { receive } of [stranger, staff]) receive(change(129));

  expect(stranger.asked.closed).toMatchObject([{ code: 1013 }]);
  expect([stranger.said.length, staff.said[0]?.["type"]]).toEqual([0, "FatalError"]);
});
