import { expect, test } from "vitest";
import { argumentsText } from "../../../src/values/canonical.ts";
import { LiveQuery, QueryGroup, type Watch } from "../../../src/functions/live/live-query.ts";
import { preparedQuery, watchedOf } from "../../support/live-queries.ts";
import { Quarantine } from "../../../src/server/keeper/quarantine.ts";
import { quarantineLeftMs } from "../../../src/functions/live/quarantine-left.ts";

/** A live query as some client asked for it. */
function liveQuery(path: string, args: { [name: string]: number | string }): LiveQuery<null> {
  const { called } = preparedQuery({ path, args });
  const subject = { called, argsText: argumentsText(args) };
  const group = new QueryGroup<null>({ part: "whole", args, journal: null, ...subject });
  const query = new LiveQuery(group);
  const parts = { client: null, refusal: null, gate: null, sent: null };
  const watch: Watch<null> = { ...parts, asked: watchedOf(path), subject, query };
  query.watches.add(watch);
  return query;
}

test.each([
  ["a:b", { x: 0, y: "1" }, 60_000],
  ["a:b", { y: "1", x: 0 }, 60_000],
  ["a:b", { x: -0, y: "1" }, 0],
  ["a:b", { x: 0, y: 1 }, 0],
  ["a:b", { x: 0 }, 0],
  ["a:c", { x: 0, y: "1" }, 0],
])("[B6] while a:b is held for x 0 and y '1', %s for %j is for %i ms", (path, args, ms) => {
  const quarantine = new Quarantine(() => 1000);
  quarantine.add(watchedOf("a:b", { args: '{"y":"1","x":0}' }));

  expect(quarantineLeftMs(quarantine.active(), liveQuery(path, args), 1000)).toBe(ms);
});

test("[B6] what was refused cannot have blocked anything, and holds nothing", () => {
  const quarantine = new Quarantine(() => 0);
  quarantine.add(watchedOf("a:b", { refusal: { ok: false, message: "No.", logLines: [] } }));

  expect(quarantine.active()).toEqual([]);
});
