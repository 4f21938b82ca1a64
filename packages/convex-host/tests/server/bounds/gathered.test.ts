import fc from "fast-check";
import { expect, test } from "vitest";
import { Gathered } from "../../../src/server/bounds/gathered.ts";

test("bytes that come in small pieces are kept whole, in order and in few buffers [B21]", () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 3 }),
    fc.integer({ min: 0, max: 3000 }).map((length) => new Uint8Array(length).fill(length)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const gathered = new Gathered();
      for (const one of pieces) gathered.add(Buffer.from(one));
      const all = Buffer.concat(pieces);

      expect(gathered.bytes).toBe(all.length);
      expect(gathered.count).toBeLessThanOrEqual(2 + (3 * all.length) / 1024);
      expect(gathered.whole().equals(all)).toBe(true);
    }),
  );
});
