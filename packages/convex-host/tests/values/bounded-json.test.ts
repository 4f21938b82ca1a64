import fc from "fast-check";
import { expect, test } from "vitest";
import { isNestedDeeper, jsonBounds, parseBoundedJson } from "../../src/values/bounded-json.ts";

const { levels, items, values, kinds, nameLength } = jsonBounds;
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

/**
 * Builds JSON with this many objects of one field each, in lists of a permitted length. `nameAt` gives the name of each
 * field.
 */
const objects = (count: number, nameAt: (index: number) => string): string => {
  const text = (index: number) => (nameAt(index) === "" ? "{}" : `{${nameAt(index)}:1}`);
  const all = Array.from({ length: count }, (_, index) => text(index));
  const lists = Array.from({ length: Math.ceil(count / 8192) }, (_, list) =>
    all.slice(list * 8192, (list + 1) * 8192).join(),
  );
  return `[${lists.map((list) => `[${list}]`).join()}]`;
};

/** Builds objects with the same eight field names; no two objects have them in the same order. */
const orders = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const left = [..."abcdefgh"];
    let rest = index;
    const names = Array.from({ length: 8 }, () => {
      const choices = left.length;
      const [name = ""] = left.splice(rest % choices, 1);
      rest = Math.floor(rest / choices);
      return `"${name}":1`;
    });
    return `{${names.join()}}`;
  });

test("what becomes a value means the same when it is written as JSON again [B9]", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      const parsed = parseBoundedJson(text);
      const again = JSON.parse(JSON.stringify(parsed), (_name, value: unknown) =>
        isMinusZero(value) ? -0 : value,
      ) as unknown;
      expect(again).toEqual(JSON.parse(text));
    }),
  );
});

const minusZero = { $float: "AAAAAAAAAIA=" };

test.each([
  { text: "-0", becomes: { $float: "AAAAAAAAAIA=" } },
  { text: '{"a":[1,-0.0]}', becomes: { a: [1, { $float: "AAAAAAAAAIA=" }] } },
  { text: "-0.5", becomes: -0.5 },
  { text: "[-0e5,-1e-400,1E+2]", becomes: [minusZero, minusZero, 100] },
  { text: '{"-0":"-0","b":[-0,0,-0.00 ]}', becomes: { "-0": "-0", b: [minusZero, 0, minusZero] } },
  { text: "1e3", becomes: 1000 },
  { text: '"-0 and 1e400"', becomes: "-0 and 1e400" },
  { text: ` "${"\\\\".repeat(9)}\\" , [" `, becomes: `${"\\".repeat(9)}" , [` },
  { text: '{"__proto__":{"a":1}}', becomes: JSON.parse('{"__proto__":{"a":1}}') as unknown },
])("$text is read as it is meant [B9]", ({ text, becomes }) => {
  expect(parseBoundedJson(text)).toEqual(becomes);
});

test.each([
  { what: "the most levels", text: nested(levels) },
  { what: "brackets in a text", text: `"${"[".repeat(10_000)}"` },
  { what: "the most items", text: `[${"1,".repeat(items - 1)}1]` },
  { what: "the most kinds of objects", text: objects(kinds, (index) => `"n${index}"`) },
  { what: "one kind of many objects", text: objects(50_000, () => '"n" ') },
  { what: "objects within objects", text: `[${'{"a":{"b":[{"c":1}]},"d":1},'.repeat(9000)}0]` },
  { what: "the longest name", text: `{"${"n".repeat(nameLength)}":1}` },
  { what: "a long text", text: `["${"n".repeat(nameLength + 1)}"]` },
  { what: "as many in two places", text: `[[${"1,".repeat(items - 2)}1],[1]]` },
])("$what may be sent [B9]", ({ text }) => {
  expect(parseBoundedJson(text)).toEqual(JSON.parse(text));
});

test.each([
  { what: "one level more", text: nested(levels + 1), problem: "has more than 72 levels" },
  { what: "a million levels", text: nested(1_000_000), problem: "has more than 72 levels" },
  {
    what: "levels without an end",
    text: '{"a":'.repeat(9_000_000),
    problem: "has more than 72 levels",
  },
  {
    what: "one item more",
    text: `[${"1,".repeat(items)}1]`,
    problem: "has more than 16384 items in one place",
  },
  {
    what: "one field more",
    text: `{${Array.from({ length: items + 1 }, (_, index) => `"${index}":1`).join()}}`,
    problem: "has more than 8192 kinds of objects",
  },
  {
    what: "empty lists beside each other",
    text: `[${`[${"[],".repeat(items - 2)}[]],`.repeat(values / items)}0]`,
    problem: "has more than 262144 values",
  },
  {
    what: "a quarter of the values, if each of them is -0, which becomes an object,",
    text: `[${`[${"-0,".repeat(items - 1)}-0],`.repeat(values / 4 / items)}-0]`,
    problem: "has more than 262144 values",
  },
  {
    what: "half of the values, if each of them is a list or an object,",
    text: objects(values / 2, () => ""),
    problem: "has more than 262144 values",
  },
  {
    what: "a sixth of the values, if each of them is an object with a number for a name,",
    text: objects(values / 6, () => '"1023"'),
    problem: "has more than 262144 values",
  },
  {
    what: "as many, if the number begins with an escape,",
    text: objects(values / 6, () => String.raw`"\u0031023"`),
    problem: "has more than 262144 values",
  },
  {
    what: "one kind of objects more",
    text: objects(kinds + 1, (index) => `"n${index}"`),
    problem: "has more than 8192 kinds of objects",
  },
  {
    what: "a kind more, with names away from their colons,",
    text: objects(kinds + 1, (index) => `"\\"${index}" \n\t`),
    problem: "has more than 8192 kinds of objects",
  },
  {
    what: "a few names in ever another order",
    text: `[${orders(kinds).join()}]`,
    problem: "has more than 8192 kinds of objects",
  },
  {
    what: "a name of one letter more",
    text: `{"${"n".repeat(nameLength + 1)}" :1}`,
    problem: "has a name of more than 8192 letters",
  },
  { what: "an infinite number", text: "[1e400]", problem: "has a number that is too large" },
  {
    what: "a number of many digits",
    text: `[${"9".repeat(400)}]`,
    problem: "has a number that is too large",
  },
  { what: "what is no number", text: "[-0x]", problem: "is not JSON" },
  { what: "half a text", text: '{"a', problem: "is not JSON" },
  { what: "no text", text: "", problem: "is not JSON" },
  { what: "closed too often", text: "]]]]", problem: "is not JSON" },
])("$what is refused before it becomes a value [B9]", ({ text, problem }) => {
  expect(() => parseBoundedJson(text)).toThrow(problem);
});

test.each(["-00", "-0.", "-00.0", "-0.e1", "-0-0", "[-0 0]", "-0e", "-0x0"])(
  "%s, which is no number of JSON, is refused [B9]",
  (text) => {
    expect(() => parseBoundedJson(text)).toThrow("is not JSON");
  },
);

test("a long text before many colons is looked through once [B9]", () => {
  // A parser that searched the name again for each colon would take minutes.
  const text = `"${"n".repeat(nameLength)}"${":".repeat(15_000_000)}`;
  expect(() => parseBoundedJson(text)).toThrow("is not JSON");
});

test("any text at all gives a value or a refusal [B9]", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'[]{}",:\\-0e91 '), maxLength: 60 }),
      (text) => {
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          expect(() => parseBoundedJson(text)).toThrow(/^(is not JSON|has )/);
          return;
        }
        if (/[eE]|-0/.test(text)) return;
        expect(parseBoundedJson(text)).toEqual(expected);
      },
    ),
    { numRuns: 2000 },
  );
});

test("levels of a value are counted [B9]", () => {
  expect([isNestedDeeper(1, 0), isNestedDeeper([], 0), isNestedDeeper({ a: [1] }, 2)]).toEqual([
    ...[false, true, false],
  ]);
});

function isMinusZero(value: unknown): boolean {
  return JSON.stringify(value) === '{"$float":"AAAAAAAAAIA="}';
}
