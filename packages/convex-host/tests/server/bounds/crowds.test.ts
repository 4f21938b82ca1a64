import { expect, test } from "vitest";
import { addressBlock } from "../../../src/server/bounds/address-block.ts";
import { FairPlaces } from "../../../src/server/bounds/fair-places.ts";
import { QueryRoom } from "../../../src/server/bounds/query-room.ts";
import { UnreadRoom } from "../../../src/server/bounds/unread-room.ts";
import { strangersAt } from "../../../src/wire/caller.ts";
import { stepsOf } from "../../support/counted-steps.ts";

const many = 5_000;
const nothing = () => undefined;
/** Each address is in a network of its own, or all are in one network with more blocks than there are places. */
const addresses = {
  networks: (at: number) => `2001:db8:${at.toString(16)}:1::1`,
  "blocks of one network": (at: number) => `2001:db8:7:${at.toString(16)}::1`,
};

test.each(Object.entries(addresses))(
  "with all places taken by %s, one more costs about what it costs with few [B14] [B18]",
  async (_, addressAt) => {
    const stepsOfNext = async (all: number) => {
      const places = new FairPlaces({ all, ofOne: 1_000 });
      const take = (address: string) => places.take(addressBlock(address), nothing) !== null;
      for (let at = 1; at <= all; at++) take(addressAt(at));
      return await stepsOf(() => {
        for (let at = 0; at < 20; at++) take(`192.0.2.${at}`);
        take(addressAt(all + 1));
        return Promise.resolve();
      });
    };

    expect(await stepsOfNext(many)).toBeLessThan(2 * (await stepsOfNext(100)));
  },
);

test("among many with a part of a full room, whoever has most is found by one look at each caller [B14] [B24]", async () => {
  const unread = new UnreadRoom(many * 10);
  const queries = new QueryRoom({
    ...{ queryBytes: many * 10, unsignedQueryBytesOfAll: Infinity, queryBytesPerCaller: Infinity },
  });
  const readers = Array.from({ length: many }, (_, at) => {
    const sharer = { name: () => strangersAt(addressBlock(addresses.networks(at))), cut: nothing };
    return { unread: unread.open(sharer), queries: queries.open(sharer) };
  });
  for (const reader of readers) {
    reader.unread.count(10);
    reader.queries.take(10);
  }

  const one = { name: () => "ann", cut: nothing };
  const ofUnread = await stepsOf(() => Promise.resolve(unread.open(one).count(5)));
  const ofQueries = await stepsOf(() => Promise.resolve(void queries.open(one).take(5)));

  expect(ofUnread).toBeLessThan(many + 100);
  expect(ofQueries).toBeLessThan(many + 100);
});
