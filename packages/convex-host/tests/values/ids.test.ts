import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeId, encodeId, newId, tableNumberOfId } from "../../src/values/ids.ts";

test("ids have the format of Convex [V2]", () => {
  const counting = Uint8Array.from({ length: 16 }, (_, at) => at);
  expect(encodeId(10001, counting)).toBe("j57000820c20a1g7104gm2rc1m70ynr8");
  expect(encodeId(1, new Uint8Array(16))).toBe("0400000000000000000000000000248");
});

test("an id names its table [V2]", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
      (table, inner) => {
        const text = encodeId(table, inner);
        expect(decodeId(text)).toEqual({ table, inner });
        expect(text.length).toBeGreaterThanOrEqual(31);
        expect(text.length).toBeLessThanOrEqual(37);
      },
    ),
  );
});

test("one changed character makes it no id [V2]", () => {
  for (let nth = 0; nth < 20; nth++) {
    const id = newId(10001, { nowMs: 0 });
    expect(tableNumberOfId(id)).toBe(10001);
    for (let at = 0; at < id.length; at++) {
      const changed = id.slice(0, at) + (id[at] === "x" ? "y" : "x") + id.slice(at + 1);
      expect([changed, tableNumberOfId(changed)]).toEqual([changed, null]);
    }
  }
});

test.each([
  "",
  "abc",
  "J57000820c20a1g7104gm2rc1m70ynr8",
  "j57000820c20a1g7104gm2rc1m70ynr8 ",
  "ü".repeat(32),
  "i".repeat(32),
  "z".repeat(37),
])("%j is no id [V2]", (text) => {
  expect(tableNumberOfId(text)).toBeNull();
});

test("a new id carries the day in its last two bytes [V2]", () => {
  const id = newId(10001, { nowMs: 20_413 * 86_400_000 + 5, random: (bytes) => bytes.fill(7) });
  const decoded = decodeId(id);
  expect("inner" in decoded && [...decoded.inner.slice(13)]).toEqual([
    7,
    20_413 >> 8,
    20_413 & 255,
  ]);
});

test("a thousand ids are a thousand [V2]", () => {
  const ids = Array.from({ length: 1_000 }, () => newId(10002, { nowMs: 0 }));
  expect(new Set(ids).size).toBe(1_000);
});
