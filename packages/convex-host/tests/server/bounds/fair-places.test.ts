import { expect, test } from "vitest";
import { addressBlock } from "../../../src/server/bounds/address-block.ts";
import { FairPlaces } from "../../../src/server/bounds/fair-places.ts";

function openPlaces(all: number, few = 0) {
  const places = new FairPlaces({ all, ofOne: Infinity, few });
  const cut: string[] = [];
  const take = (address: string) =>
    places.take(addressBlock(address), () => cut.push(address)) !== null;
  return { cut, take };
}

test("whoever has a whole IPv6 network makes room for others when all is taken [B14] [B18]", () => {
  const { cut, take } = openPlaces(4);
  const ofNetwork = ["2001:db8:7:1::1", "2001:db8:7:2::1", "2001:db8:7:3::1", "2001:db8:7:4::1"];
  for (const address of ofNetwork) take(address);

  expect(take("192.0.2.1")).toBe(true);
  expect(take("2001:db8:8:1::1")).toBe(true);
  // The network now has two connections, as many as this address would have with another one.
  expect(take("192.0.2.1")).toBe(false);
  expect(cut).toEqual(["2001:db8:7:1::1", "2001:db8:7:2::1"]);
});

test("in one network the block that has most makes room for one that has fewer [B14] [B18]", () => {
  const { cut, take } = openPlaces(4);
  for (const host of [1, 2, 3]) take(`2001:db8:7:1::${host}`);
  take("192.0.2.1");

  expect(take("2001:db8:7:2::1")).toBe(true);
  expect(take("2001:db8:7:2::2")).toBe(false);
  expect(cut).toEqual(["2001:db8:7:1::3"]);
});

test("where nobody has more than few, the oldest of others makes room, and nobody's own [B14] [B18]", () => {
  const { cut, take } = openPlaces(3, 3);
  for (const host of [1, 2, 3]) take(`192.0.2.${host}`);

  const taken = [take("192.0.2.1"), take("192.0.2.1"), take("192.0.2.1")];

  expect(taken).toEqual([true, true, false]);
  expect(cut).toEqual(["192.0.2.2", "192.0.2.3"]);
});
