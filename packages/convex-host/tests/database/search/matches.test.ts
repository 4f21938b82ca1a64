import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { collect, mutate, read } from "../fixture.ts";
import { found, notesDatabase, searchFor, withTexts } from "./notes.ts";

const all = (database: ReturnType<typeof notesDatabase>, text: string) =>
  read(database, (tx) => found(tx, text).toSorted());

test("a search finds texts with one of its words, and with the beginning of the last one [Q12]", async () => {
  const database = await withTexts("red door", "blue door", "a reddish wall", "nothing");
  expect(all(database, "door")).toEqual(["blue door", "red door"]);
  expect(all(database, "red")).toEqual(["a reddish wall", "red door"]);
  expect(all(database, "red blue")).toEqual(["blue door", "red door"]);
  expect(all(database, "blue re")).toEqual(["a reddish wall", "blue door", "red door"]);
});

test("words are runs of letters and digits of any script, whatever their case [Q12]", async () => {
  const database = await withTexts("Über-Straße, 12b!", "ΣΑΣ", "水 漏れ", "дверь", "naïve café");
  expect(all(database, "über")).toEqual(["Über-Straße, 12b!"]);
  expect(all(database, "STRASSE STRAße")).toEqual(["Über-Straße, 12b!"]);
  expect(all(database, "12B")).toEqual(["Über-Straße, 12b!"]);
  expect(all(database, "σα")).toEqual(["ΣΑΣ"]);
  expect(all(database, "σασ")).toEqual(["ΣΑΣ"]);
  expect(all(database, "漏")).toEqual(["水 漏れ"]);
  expect(all(database, "ДВ")).toEqual(["дверь"]);
  expect(all(database, "cafe")).toEqual([]);
});

test("a text without a word finds nothing [Q12]", async () => {
  const database = await withTexts("a", "");
  for (const text of ["", " ", "!?", '"', "*", "\0", "🙂"]) expect(all(database, text)).toEqual([]);
});

const hostile = [
  ...[
    'a" OR "b',
    "a AND b",
    "NOT a",
    "a NEAR b",
    "NEAR(a b, 2)",
    "words:a",
    "text : a",
    "filters:f0x",
  ],
  ...[
    "a*",
    "^a",
    "a + b",
    "{words filters} : a",
    "(a",
    "a)",
    "-a",
    'a""b',
    "'; DROP TABLE documents; --",
  ],
  ...["a\0b", "\0", "a\\b", "%", "_", "?", "?1", ":a", "a\u0301", "‮a", "\u{1F600}a", "\ufeffa"],
];

test("the syntax of searches means nothing in a text: its words are searched [Q12]", async () => {
  const texts = ["a", "b", "near", "words f0x", "or", "documents"];
  const database = await withTexts(...texts);
  for (const text of hostile) {
    const words: string[] = text.toLowerCase().match(/[\p{Alphabetic}\p{N}]+/gu) ?? [];
    const last = words.at(-1);
    const isFound = (word: string) =>
      words.includes(word) || (last !== undefined && word.startsWith(last));
    const expected = texts.filter((each) => each.split(" ").some(isFound));
    expect({ text, found: all(database, text) }).toEqual({ text, found: expected.toSorted() });
  }
});

test("any text can be stored and searched, and finds what shares a word with it [Q12]", async () => {
  const texts = fc.string({ unit: "grapheme", maxLength: 40 });
  const database = notesDatabase();
  await fc.assert(
    fc.asyncProperty(texts, texts, async (stored, text) => {
      const id = await mutate(database, (tx) => tx.insert("notes", { text: stored }));
      const answer = read(database, (tx) => found(tx, text));
      const words = new Set(stored.match(/[\p{Alphabetic}\p{N}]+/gu));
      const isShared = (text.match(/[\p{Alphabetic}\p{N}]+/gu) ?? []).some(
        (word) => words.has(word) && Buffer.byteLength(word) < 32,
      );
      if (isShared) expect(answer).toEqual([stored]);
      await mutate(database, (tx) => tx.remove({ id }));
    }),
    { numRuns: 60 },
  );
});

test("words of 32 bytes and more are not searched, and 16 words of a search count [Q14]", async () => {
  const long = "x".repeat(31);
  const enormous = "y".repeat(500_000);
  const database = await withTexts(`${long} a`, `${long}x b`, `${enormous} c`, "w17");
  expect(all(database, long)).toEqual([`${long} a`]);
  expect(all(database, `${long}x`)).toEqual([]);
  expect(all(database, enormous)).toEqual([]);
  expect(all(database, `${enormous} c`)).toEqual([`${enormous} c`]);
  const sixteen = Array.from({ length: 16 }, (_, at) => `v${at}`).join(" ");
  expect(all(database, `${sixteen} w17`)).toEqual([]);
  expect(all(database, `${sixteen.slice(3)} w17`)).toEqual(["w17"]);
});

test("a document without a text at the field is not found, and a nested field is searched [Q12]", async () => {
  const database = notesDatabase();
  await mutate(database, (tx) => {
    for (const text of [undefined, null, 7, ["tap"], { text: "tap" }, { $bytes: "AAAA" }])
      tx.insert("notes", text === undefined ? { n: 0 } : { text });
    tx.insert("notes", { head: { title: "tap" } });
    tx.insert("notes", { head: "tap" });
  });
  expect(all(database, "tap")).toEqual([]);
  const titles = {
    source: {
      type: "Search",
      indexName: "notes.by_title",
      filters: [{ type: "Search", fieldPath: "head.title", value: "ta" }],
    },
    operators: [],
  };
  expect(read(database, (tx) => collect(tx, titles))).toHaveLength(1);
});

test("filter fields are equal by value and kind, and a missing field is undefined [Q12]", async () => {
  const database = notesDatabase();
  const kinds = [
    "open",
    "Open",
    1,
    { $integer: "AQAAAAAAAAA=" },
    null,
    true,
    [1],
    { a: 1 },
    "x".repeat(5000),
  ];
  await mutate(database, (tx) => {
    kinds.forEach((kind, at) =>
      tx.insert("notes", { text: `tap ${at}`, kind, at: { room: "r1" } }),
    );
    tx.insert("notes", { text: "tap none", at: { room: "r2" } });
  });
  const equal = (...pairs: [string, (typeof kinds)[number] | { $undefined: null }][]) =>
    read(database, (tx) => found(tx, "tap", { equal: pairs }));
  kinds.forEach((kind, at) => expect(equal(["kind", kind])).toEqual([`tap ${at}`]));
  expect(equal(["kind", { $undefined: null }])).toEqual(["tap none"]);
  expect(equal(["at.room", "r2"])).toEqual(["tap none"]);
  expect(equal(["kind", "open"], ["at.room", "r1"])).toEqual(["tap 0"]);
  expect(equal(["kind", "open"], ["at.room", "r2"])).toEqual([]);
  expect(equal(["kind", "open"], ["kind", 1])).toEqual([]);
});

test("better matches come first, and of equal ones the newest [Q13]", async () => {
  const database = await withTexts(
    "sink one",
    "sink two",
    "sink sink",
    "sink and a long tail of words",
    "sinking",
  );
  const order = (text: string) => read(database, (tx) => found(tx, text));
  expect(order("sink")).toEqual([
    "sink sink",
    "sink two",
    "sink one",
    "sink and a long tail of words",
    "sinking",
  ]);
  expect(order("two sink")[0]).toBe("sink two");
  expect(order("sink")).toEqual(order("SINK!"));
});

test("of a search with 100,000 words none behind the 16th is looked at [Q14]", async () => {
  const database = await withTexts("tap", "door");
  const measured = vi.spyOn(Buffer, "byteLength");

  const texts = read(database, (tx) => found(tx, `tap ${"word ".repeat(100_000)}`));

  expect(texts).toEqual(["tap"]);
  expect(measured.mock.calls.length).toBeLessThan(100);
});

test("a search reads 1,024 documents, and asks for less beyond that [Q14]", async () => {
  const database = notesDatabase();
  await mutate(database, (tx) => {
    for (let at = 0; at < 1_030; at++)
      tx.insert("notes", { text: `tap ${at}`, at: { room: at % 2 } });
  });
  read(database, (tx) => {
    expect(found(tx, "tap", { operators: [{ limit: 1_024 }] })).toHaveLength(1_024);
    expect(found(tx, "tap", { equal: [["at.room", 1]] })).toHaveLength(515);
    expect(() => found(tx, "tap")).toThrow(
      "Search query scanned too many documents (fetched 1024)",
    );
  });
});

const source = (filters: object[]) => ({
  source: { type: "Search", indexName: "notes.by_text", filters },
  operators: [],
});
const text = { type: "Search", fieldPath: "text", value: "a" };
const kind = { type: "Eq", fieldPath: "kind", value: 1 };

test.each([
  ["no text", source([kind]), "does not contain any search filters"],
  ["two texts", source([text, text]), "contains multiple search filters"],
  [
    "another field",
    source([{ ...text, fieldPath: "kind" }]),
    'doesn\'t match the indexed `searchField` "text"',
  ],
  [
    "a field that is no filter field",
    source([text, { ...kind, fieldPath: "at" }]),
    "isn't indexed for filtering",
  ],
  ["a number as its text", source([{ ...text, value: 7 }]), "not a string"],
  ["nine filters", source([text, ...Array.from({ length: 9 }, () => kind)]), "Max: 8 Actual: 9"],
])("a search with %s is refused in Convex's words [Q14]", (_name, query, message) => {
  read(notesDatabase(), (tx) => {
    expect(() => collect(tx, query as never)).toThrow(`Search query against notes.by_text`);
    expect(() => collect(tx, query as never)).toThrow(message);
  });
});

test("filters and limits apply to what a search finds, in its order [Q12]", async () => {
  const database = notesDatabase();
  await mutate(database, (tx) => {
    [1, 2, 3, 4].forEach((n) => tx.insert("notes", { text: "tap", n }));
  });
  const odd = { filter: { $neq: [{ $field: "n" }, { $literal: 3 }] } };
  const answer = read(database, (tx) =>
    collect(tx, searchFor("tap", { operators: [odd, { limit: 2 }] })),
  );
  expect(answer.map(({ n }) => n)).toEqual([4, 2]);
});

test("a search of a table that does not exist is empty, and of an index that does not an error [Q2]", () => {
  const at = (indexName: string) => ({
    source: { type: "Search", indexName, filters: [text] },
    operators: [],
  });
  read(notesDatabase(), (tx) => {
    expect(collect(tx, at("nowhere.by_text"))).toEqual([]);
    expect(() => collect(tx, at("notes.by_nothing"))).toThrow("Index notes.by_nothing not found.");
    expect(() => collect(tx, at("notes.by_id"))).toThrow("not found");
    const range = {
      source: { type: "IndexRange", indexName: "notes.by_text", range: [] },
      operators: [],
    };
    expect(() => collect(tx, range)).toThrow("Index notes.by_text not found.");
  });
});
