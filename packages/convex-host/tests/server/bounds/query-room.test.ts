import { expect, test } from "vitest";
import { strangersAt } from "../../../src/wire/caller.ts";
import { QueryRoom } from "../../../src/server/bounds/query-room.ts";

/** Opens a room for queries of named clients, and records the clients that were cut. */
function openRoom(bytes: number, { ofStrangers = bytes, ofCaller = bytes } = {}) {
  const room = new QueryRoom({
    ...{ queryBytes: bytes, unsignedQueryBytesOfAll: ofStrangers, queryBytesPerCaller: ofCaller },
  });
  const gone: string[] = [];
  const enter = (caller: string, client = caller) => {
    const share = room.open({ name: () => caller, cut: () => gone.push(client) });
    return { take: share.take, giveBack: share.giveBack };
  };
  return { enter, gone };
}

test("when the room of all queries is taken, whoever has most of it loses the client with most [B14]", () => {
  const { enter, gone } = openRoom(100);
  const [small, large] = [enter("eve", "small"), enter("eve", "large")];
  const bob = enter("bob");
  expect([small.take(30), large.take(40), bob.take(30)]).toEqual([true, true, true]);

  expect(enter("ann").take(20)).toBe(true);
  expect(gone).toEqual(["large"]);
  // The room that a cut client gives back was counted as free already.
  large.giveBack(40);
  expect(enter("cid").take(20)).toBe(true);
  expect(enter("dan").take(1)).toBe(true);
  expect(gone).toEqual(["large", "small"]);
});

test("who has most gets no more, and takes none from others [B14]", () => {
  const { enter, gone } = openRoom(100);
  const [eve, more] = [enter("eve"), enter("eve", "more")];
  eve.take(60);
  enter("bob").take(40);

  expect([more.take(1), more.take(50)]).toEqual([false, false]);
  expect(gone).toEqual([]);
  eve.giveBack(10);
  expect(more.take(10)).toBe(true);
});

test("one caller has a small part of the room for all of their clients, also while the rest is free [B14]", () => {
  const { enter, gone } = openRoom(100, { ofCaller: 30 });
  const [first, second] = [enter("eve", "first"), enter("eve", "second")];
  expect([first.take(20), second.take(11), second.take(10)]).toEqual([true, false, true]);

  first.giveBack(5);
  expect(second.take(5)).toBe(true);
  expect(enter("bob").take(30)).toBe(true);
  expect(gone).toEqual([]);
});

test("strangers of many networks together take no room from who is signed in [B14]", () => {
  const { enter, gone } = openRoom(100);
  const ann = enter("ann");
  ann.take(20);
  for (let at = 0; at < 8; at++) enter(strangersAt(`2001:db8:0:${at}`)).take(10);

  const [most, other] = [strangersAt("2001:db8:1:0"), strangersAt("2001:db8:1:1")];
  expect(enter(most).take(15)).toBe(false);
  expect(enter(other).take(5)).toBe(true);
  expect(gone).not.toContain("ann");
  expect(ann.take(10)).toBe(true);
  expect(gone).toEqual([strangersAt("2001:db8:0:0"), strangersAt("2001:db8:0:1")]);
});

test("strangers of many networks together have a small part of the room, also while all of it is free [B14]", () => {
  const { enter, gone } = openRoom(100, { ofStrangers: 20 });
  const [heavy, large] = [strangersAt("1.2.3.4"), strangersAt("1.2.3.5")];
  expect([enter(heavy).take(8), enter(large).take(10)]).toEqual([true, true]);

  // The stranger with the most makes room for one with less, and gets no more.
  expect(enter(strangersAt("1.2.3.6")).take(5)).toBe(true);
  expect(gone).toEqual([large]);
  expect(enter(heavy, "more").take(8)).toBe(false);
  expect(enter("ann").take(70)).toBe(true);
  expect(gone).toEqual([large]);
});
