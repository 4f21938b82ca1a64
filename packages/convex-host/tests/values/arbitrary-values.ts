import type { Value } from "convex/values";
import fc from "fast-check";

const fieldName = fc.stringMatching(/^[ -#%-~][ -~]{0,6}$/);

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 6 }),
  fc.string({
    unit: fc.constantFrom("\0", "\u0001", "a", "\u007f", "é", "\uffff", "𐀀", "😀"),
    maxLength: 4,
  }),
);

const float = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, Number.NaN, Infinity, -Infinity, Number.MIN_VALUE, -1, 1, 2 ** 53),
);

const integer = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom(
    0n,
    1n,
    -1n,
    127n,
    128n,
    -128n,
    -129n,
    32767n,
    32768n,
    -32769n,
    2n ** 31n,
    -(2n ** 31n) - 1n,
  ),
);

const bytes = fc
  .uint8Array({ maxLength: 4 })
  .map((array) => array.buffer.slice(array.byteOffset, array.byteOffset + array.byteLength));

/** Every kind of Convex value, with the corners of each kind common. */
export const anyValue: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    float,
    integer,
    text,
    bytes,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fieldName, fc.constant("")), tie("value"), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
})).value;
