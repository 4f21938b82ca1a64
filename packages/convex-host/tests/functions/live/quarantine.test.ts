import { expect, test } from "vitest";
import { argumentsText } from "../../../src/values/canonical.ts";
import { callerHash, askedBy, heldFor } from "../../../src/functions/live/held-queries.ts";
import { LiveClients } from "../../../src/functions/live/live-clients.ts";
import { preparedQuery, watchedOf } from "../../support/live-queries.ts";
import { Quarantine } from "../../../src/server/keeper/quarantine.ts";

const nothing = () => undefined;

type Asking = { args: { [name: string]: number | string }; isAdmin?: boolean; journal?: string };

/** Returns the live query that a client's watch creates. */
function asked(path: string, { args, isAdmin = false, journal }: Asking) {
  const clients = new LiveClients(
    { due: nothing, left: nothing, askedAgain: nothing },
    {
      prepare: (call) => ({ ...preparedQuery(call), argsText: argumentsText(args) }),
      answerRoom: { join: nothing, leave: nothing, passOn: nothing, delete: nothing },
    },
  );
  clients.open({
    ...{ client: 1, maxObserved: null, identity: null, identityVersion: 0, isAdmin },
    ...{ taker: null, querySet: 1, queries: [watchedOf(path, { journal: journal ?? null })] },
  });
  return clients.get(1)!.watches.get(0)!.query!;
}

test.each<[string, Asking, number]>([
  ["a:b", { args: { x: 0, y: "1" } }, 60_000],
  ["a:b", { args: { y: "1", x: 0 } }, 60_000],
  ["a:b", { args: { x: -0, y: "1" } }, 0],
  ["a:b", { args: { x: 0, y: 1 } }, 0],
  ["a:b", { args: { x: 0 } }, 0],
  ["a:c", { args: { x: 0, y: "1" } }, 0],
  ["a:b", { args: { x: 0, y: "1" }, isAdmin: true }, 0],
  ["a:b", { args: { x: 0, y: "1" }, journal: "j" }, 0],
])("while a:b is held for x 0 and y '1', %s for %j is for %i ms [B6]", (path, asking, ms) => {
  const quarantine = new Quarantine(() => 1000);
  quarantine.add(askedBy(asked("a:b", { args: { y: "1", x: 0 } }), null));

  const run = { query: asked(path, asking), callerKey: null, nowMs: 1000 };
  expect(heldFor(quarantine.active(), run)?.leftMs ?? 0).toBe(ms);
});

test("guilt that came after a run had asked who is calling is that caller's, and everybody's with the third account [B6]", () => {
  const quarantine = new Quarantine(() => 1000);
  const query = asked("a:b", { args: {} });
  const leftFor = (callerKey: string | null) =>
    heldFor(quarantine.active(), { query, callerKey, nowMs: 1000 })?.isOfCaller;
  const add = (callerKey: string | null, account: string | null) =>
    quarantine.add({ ...askedBy(query, account), caller: callerHash(callerKey) });

  for (const session of ["eve", "eve at home", "eve on her phone"]) add(session, "eve");
  add(null, null);
  expect(leftFor("eve at home")).toBe(true);
  expect([leftFor("eve"), leftFor(null), leftFor("ann")]).toEqual([true, true, undefined]);

  add("bob", "bob");
  expect([leftFor("eve"), leftFor(null), leftFor("ann")]).toEqual([false, false, false]);
});
