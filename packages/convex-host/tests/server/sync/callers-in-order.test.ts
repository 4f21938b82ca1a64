import { expect, test } from "vitest";
import { callerNamed, connectedClientState } from "../../support/client-state.ts";
import { mutation } from "../../support/raw-client.ts";

test("a mutation waits for those that its client sent as somebody else, who has turns of their own [S4]", () => {
  const { state, asked, receive } = connectedClientState();
  const done = { ok: true as const, value: "null", logLines: [], ts: 1n };
  const started = () => asked.mutations.map(({ requestId }) => requestId);
  for (const id of [0, 1]) receive(mutation(id, "a:b", {}));
  receive({ type: "Authenticate", baseVersion: 0, tokenType: "User", value: "token" });
  for (const id of [2, 3]) receive(mutation(id, "a:b", {}));
  state.verified(callerNamed("ann"));

  expect(started()).toEqual([0, 1]);
  state.mutationDone(0, done);
  expect(started()).toEqual([0, 1]);
  state.mutationDone(1, done);
  expect(started()).toEqual([0, 1, 2, 3]);
});
