import { expect, test } from "vitest";
import { argumentsText } from "../../../src/values/canonical.ts";
import { LiveClients } from "../../../src/functions/live/live-clients.ts";
import { preparedQuery, watchedOf } from "../../support/live-queries.ts";
import { Quarantine } from "../../../src/server/keeper/quarantine.ts";
import { quarantineLeftMs } from "../../../src/functions/live/quarantine-left.ts";

const nothing = () => undefined;

/** A client's question, and the live query for it. */
function asked(path: string, args: { [name: string]: number | string }) {
  const clients = new LiveClients(
    { due: nothing, left: nothing, failureAsked: nothing, unwatched: nothing },
    (call) => ({ ...preparedQuery(call), argsText: argumentsText(args) }),
  );
  clients.open({
    ...{ client: 1, maxObserved: null, identity: null, identityVersion: 0, isAdmin: false },
    ...{ querySet: 1, queries: [watchedOf(path)] },
  });
  const { query, subject } = clients.get(1)!.watches.get(0)!;
  return { query: query!, subject: subject! };
}

test.each([
  ["a:b", { x: 0, y: "1" }, 60_000],
  ["a:b", { y: "1", x: 0 }, 60_000],
  ["a:b", { x: -0, y: "1" }, 0],
  ["a:b", { x: 0, y: 1 }, 0],
  ["a:b", { x: 0 }, 0],
  ["a:c", { x: 0, y: "1" }, 0],
])("while a:b is held for x 0 and y '1', %s for %j is for %i ms [B6]", (path, args, ms) => {
  const quarantine = new Quarantine(() => 1000);
  quarantine.add(asked("a:b", { y: "1", x: 0 }).subject);

  expect(quarantineLeftMs(quarantine.active(), asked(path, args).query, 1000)).toBe(ms);
});
