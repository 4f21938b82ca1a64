import fc from "fast-check";
import type { Asked } from "../../support/asked-queries.ts";

const names = ["list", "count", "prices", "pages", "mine", "sometimes", "open", "same"];
const honest = names.map((name) => `board:${name}`);
const hostileEnds = ["#body", "#gate", ":x", ":", "\n", "\n[{}]\n", " ", "\0", "\u2028"];
const hostile = [
  ...['board:prices#body{"prices":true}', 'board:prices\n{"prices":true}'],
  ...["board:hidden", "admin\nboard:hidden", "admin\nboard:list", "body\nboard:list"],
  ...["board.js:list#body", " board:list", "/board:list", "board:l\u0131st", "board.ts:list"],
  ...["__proto__:list", "board:__proto__", "board:constructor", ":", "board", "board:", ":list"],
];

/** Function paths of the staff board in several spellings, and paths that name no function. */
const path = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...honest) },
  { weight: 2, arbitrary: fc.constantFrom(...honest).map((name) => name.replace(":", ".js:")) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...honest), fc.constantFrom(...hostileEnds))
      .map((parts) => parts.join("")),
  },
  { weight: 2, arbitrary: fc.constantFrom(...hostile) },
);

/** The JSON of argument fields, in pairs that the host must treat as equal or as different. */
const field = fc.constantFrom(
  ...['"list":"a"', '"list":"b"', '"n":0', '"n":-0', '"n":{"$float":"AAAAAAAAAIA="}'],
  ...['"n":{"$integer":"AAAAAAAAAAA="}', '"n":{"$undefined":null}', '"n":null', '"n":"null"'],
  ...['"n":{"$float":"AAAAAAAA+H8="}', '"n":{"$bytes":""}', '"n":""', '"n":[]', '"n":{}'],
  ...[
    '"n":[{"a":1,"b":2}]',
    '"n":[{"b":2,"a":1}]',
    '"n":[[1],[2]]',
    '"__proto__":1',
    '"$list":"a"',
    ...['"prices":true', '"given":{"prices":true}', '"gate":{"prices":true}', '"sight":true'],
    ...['"session":"x"', '"paginationOpts":{"cursor":null,"numItems":2}'],
  ],
);
const args = fc.array(field, { maxLength: 2 }).map((fields) => `{${fields.join(",")}}`);
const journal = fc.constantFrom(null, null, null, "", "x", "null", "\n");

const page: fc.Arbitrary<Asked> = fc.record({
  path: fc.constant("board:pages"),
  args: fc.constantFrom('{"list":"a","paginationOpts":{"cursor":null,"numItems":2}}'),
  journal,
});

/** A question about the staff board, honest or not. */
export const question: fc.Arbitrary<Asked> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ path, args, journal }) },
  { weight: 1, arbitrary: page },
);
