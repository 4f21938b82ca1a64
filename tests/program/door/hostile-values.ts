import fc from "fast-check";

/** Hostile and defective values of a field. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(
      ...[null, true, 0, -1, 1e308, -1e308, Number.MAX_SAFE_INTEGER, 0.1, 999.99, 1000, 1e21],
      ...[
        "",
        " ",
        "\t\r\n",
        "\0",
        "none",
        "undefined",
        "NaN",
        "true",
        "0",
        "-1",
        "__proto__",
        "constructor",
      ],
      ...["x".repeat(255), "x".repeat(256), "😀".repeat(128), "x".repeat(10_001), "é".repeat(256)],
      ...["2025-02-30", "2025-13-01", "0000-00-00", "9999-12-31T23:59:59Z", "+275760-09-13", "1e3"],
      ...["2025-07-14T25:00:00Z", "2025-07-14", "today", "-271821-04-20T00:00:00.000Z"],
      ...[
        "' OR 1=1 --",
        "<script>alert(1)</script>",
        "${7*7}",
        "../../etc/passwd",
        "%00",
        "\u202E",
      ],
      ...["a\r\nSet-Cookie: x=1", "=cmd|' /C calc'!A0", "{{constructor}}", "\uFFFF", "\u2028"],
      ...[
        [],
        [null],
        [[]],
        ["", ""],
        [1, "2"],
        Array.from({ length: 101 }, () => "x"),
        ["x".repeat(256)],
      ],
      ...[
        {},
        { $gt: "" },
        { length: 1 },
        { toString: "x" },
        { id: "x" },
        { $integer: "AAAAAAAAAAA=" },
      ],
    ),
  },
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.array(fc.string({ maxLength: 5 }), { maxLength: 5 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Ids of no record, in a form that a path or a query may contain. */
export const hostileId: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...[
      "none",
      "..",
      ".",
      "%2e%2e",
      "..%2f..%2fetc%2fpasswd",
      "%00",
      "%",
      "%E0%A4%A",
      "%zz",
      "null",
    ],
    ...["x".repeat(2000), "😀", "a b", "a/b", "a?b", "a#b", "__proto__", "constructor", "0", "-1"],
    ...["%0d%0aSet-Cookie:%20x=1", "undefined", "' OR 1=1", "*", "{}", ";", "\\", "%5c..%5c"],
  ),
  fc.string({ unit: "binary", minLength: 1, maxLength: 40 }),
);

/** Bodies that are no JSON object, as bytes. */
export const brokenBodies: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  ...["", "{", "}", "[]", "null", "true", "1", '"text"', "{}{}", '{"a":}', "{'a':1}", "undefined"],
  ...['{"a":1,}', "\uFEFF{", "<xml/>", "a=1&b=2", "NaN", '{"a":"\\ud800"}', "//", "\0"],
  ...["[".repeat(100_000), `{"a":${"[".repeat(200)}${"]".repeat(200)}}`, '{"a":'.repeat(50_000)],
  new Uint8Array([0xff, 0xfe, 0x00, 0xc0, 0x80]),
  new Uint8Array([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0]),
];
