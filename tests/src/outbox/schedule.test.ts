import { expect, test } from "vitest";
import type { Operation } from "../../../src/lib/outbox/operation.ts";
import { sendable } from "../../../src/lib/outbox/schedule.ts";
import { table } from "./device.ts";

let seq = 0;

/** An operation that waits on this record. */
function on(record: string, fields: Partial<Operation> = {}): Operation {
  return {
    ...{ seq: seq++, id: `${record} ${String(seq)}`, kind: "set", version: 1, record, text: "" },
    ...{ args: { record, value: "1" }, address: null, by: "ana", madeAt: 0, madeOffline: true },
    ...{ dependsOn: [], state: "waiting", tries: 0, refusal: null },
    ...fields,
  };
}

/** The operations that can be sent now, while these are on their way. */
function goes(operations: readonly Operation[], ...onItsWay: readonly Operation[]) {
  const isOnItsWay = (id: string) => onItsWay.some((each) => each.id === id);
  return sendable(operations, { by: "ana", table, isOnItsWay, isHeld: isOnItsWay });
}

test("the first operations of all records go at once, and the next of a record waits for its first [FIELD-04]", () => {
  const [first, next, other, last] = [on("a"), on("a"), on("b"), on("c")] as const;
  const all = [first, next, other, last];
  expect(goes(all)).toEqual([first, other, last]);
  expect(goes(all, first)).toEqual([other, last]);
  expect(goes([next, other, last], other)).toEqual([next, last]);
});

test("of hundreds of records sixteen are on their way at once, the oldest first [FIELD-04]", () => {
  const all = Array.from({ length: 300 }, (_, at) => on(String(at)));
  expect(goes(all)).toEqual(all.slice(0, 16));
  expect(goes(all, ...all.slice(0, 3))).toEqual(all.slice(3, 16));
});

test("what was refused holds up its record no more, but what depends on it [FIELD-06]", () => {
  const refused = on("a", { state: "refused" });
  const [next, behind] = [on("a"), on("b", { dependsOn: [refused.id] })];
  expect(goes([refused, next, behind])).toEqual([next]);
});
