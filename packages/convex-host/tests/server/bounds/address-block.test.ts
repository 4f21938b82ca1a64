import { expect, test } from "vitest";
import { addressBlock, networkOf } from "../../../src/server/bounds/address-block.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "::ffff:192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1:2::6", "2001:db8:1:2"],
  ["2001:db8::6", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  // The omitted zeros may come before groups that count.
  ["1::3:4:5:6:7", "1:0:0:3"],
  ["::2:3:4:5:6:7", "0:0:2:3"],
  ["64:ff9b::192.0.2.33", "64:ff9b::192.0.2.33"],
  ["64:ff9b::c000:221", "64:ff9b::c000:221"],
  ["64:ff9b:1:2::c000:221", "64:ff9b:1:2"],
  [null, "unknown"],
])("%s is counted as %s [B14]", (address, block) => {
  expect(addressBlock(address)).toBe(block);
});

test.each([
  ["2001:db8:1:2::6", "2001:db8:1"],
  ["2001:db8::6", "2001:db8:0"],
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "::ffff:192.0.2.7"],
  ["64:ff9b::192.0.2.33", "64:ff9b::192.0.2.33"],
  [null, "unknown"],
])("%s is of the network %s [B14] [B18]", (address, network) => {
  expect(networkOf(addressBlock(address))).toBe(network);
});
