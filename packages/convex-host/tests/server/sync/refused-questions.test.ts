import { expect, test } from "vitest";
import { callerNamed, connectedClientState } from "../../support/client-state.ts";
import { addQuery } from "../../support/raw-client.ts";

const authenticate = (baseVersion: number) => ({
  ...{ type: "Authenticate", tokenType: "User" },
  ...{ baseVersion, value: "token" },
});

test("of a refused question no arguments are kept, and who may ask it later comes back to do so [L14]", () => {
  const { state, asked, receive } = connectedClientState();
  receive(addQuery(0, { udfPath: "hidden:b", args: { large: "x".repeat(1000) }, id: 4 }));
  expect(asked.queries).toMatchObject([{ add: [{ path: "hidden:b", args: "{}" }] }]);

  receive(authenticate(0));
  state.verified({ ok: true, caller: { identity: null, expiresAtMs: null, isAdmin: true } });

  expect(asked.closed).toMatchObject([{ code: 1012 }]);
  expect(state.machine.isOpen).toBe(false);
});

test("a token that is checked while a function thread is replaced sends nobody away [L14] [B5]", () => {
  const { state, asked, app, receive } = connectedClientState();
  receive(addQuery(0, { udfPath: "hidden:b", args: {}, id: 4 }));

  app.isRunning = false;
  receive(authenticate(0));
  state.verified(callerNamed("ann"));
  app.isRunning = true;
  state.machine.functionsChanged();

  expect(asked.closed).toEqual([]);
  expect(state.machine.isOpen).toBe(true);
});
