import * as fc from "fast-check";
import { expect, test } from "vitest";
import { markedPieces } from "../../../../convex/rules/search/marks.ts";
import { findIn, type Findable, SearchIndex } from "../../../../convex/rules/search/searchIndex.ts";
import { matchOf } from "../../../../convex/rules/search/wordMatch.ts";
import { fold, nameKey, wordsOf } from "../../../../convex/rules/search/words.ts";

const unit = (name: string, context = "Main Street"): Findable => ({
  id: `${name} ${context}`,
  name,
  context,
});
const find = (things: readonly Findable[], text: string, recent: readonly string[] = []) =>
  findIn([new SearchIndex(things)], { text, limit: 50, recent }).map(({ thing }) => thing.name);

test.each([
  ["kitchen", "kitchen", 1],
  ["kitchen", "kit", 2],
  ["kitchen", "kitchenn", 3],
  ["kitchen", "kithen", 3],
  ["kitchen", "kitshen", 3],
  ["kitchen", "kithcen", 3],
  ["kitchen", "iktch", 3],
  ["kitchen", "kticen", 0],
  ["kitchen", "kihcten", 0],
  ["paint", "pant", 0],
  ["paint", "paimt", 3],
  ["paint", "paints", 3],
  ["paint", "paintss", 0],
  ["10101", "10102", 0],
  ["paint", "aint", 0],
])("of %s the sought %s is a match of grade %i [QUICK-01]", (word, sought, grade) => {
  expect(matchOf(word, sought)).toBe(grade);
});

test("one letter added, missing, changed or swapped is forgiven, and nothing else [QUICK-01]", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(letters, letters, (word, sought) => {
      const near = sought.length >= 5 ? [sought, ...oneLetterAway(sought)] : [sought];
      expect(matchOf(word, sought) > 0).toBe(near.some((text) => word.startsWith(text)));
    }),
    { numRuns: 3000 },
  );
});

/** All texts that become the sought one by one error. */
function oneLetterAway(sought: string): string[] {
  const places = [...sought].map((_, at) => at);
  const without = places.map((at) => sought.slice(0, at) + sought.slice(at + 1));
  const other = ["a", "b", "c"].flatMap((letter) => [
    ...places.map((at) => sought.slice(0, at) + letter + sought.slice(at + 1)),
    ...[...places, sought.length].map((at) => sought.slice(0, at) + letter + sought.slice(at)),
  ]);
  const swapped = places.map(
    (at) =>
      sought.slice(0, at) + (sought[at + 1] ?? "") + (sought[at] ?? "") + sought.slice(at + 2),
  );
  return [...without, ...other, ...swapped];
}

test("words stand in any order, and the project of a unit has words too [QUICK-01]", () => {
  const units = [unit("204"), unit("204", "Oak Court"), unit("104"), unit("2040")];
  const [found] = findIn([new SearchIndex(units)], { text: "main 204", limit: 1 });
  expect(found).toEqual({ thing: unit("204"), grade: 1 });
  expect(find(units, "STREET 204 main")).toEqual(["204", "2040"]);
  expect(find(units, "204 oak court")).toEqual(["204"]);
  expect(find(units, "204 elm")).toEqual([]);
});

test("a unit is not found by its project alone [QUICK-01]", () => {
  expect(find([unit("204"), { id: "p", name: "Main Street" }], "main")).toEqual(["Main Street"]);
});

test("exact stands before beginning before error, then recent ones, then by name [QUICK-01]", () => {
  const things = ["Painter", "Paint 10", "Paint 9", "Paind", "Painting"].map((name) => unit(name));
  expect(find(things, "paint")).toEqual(["Paint 9", "Paint 10", "Painter", "Painting", "Paind"]);
  const recent = ["Painting Main Street", "Paint 10 Main Street"];
  expect(find(things, "paint", recent)).toEqual([
    ...["Paint 10", "Paint 9", "Painting", "Painter", "Paind"],
  ]);
});

test("case and accents do not matter, in any script [QUICK-01]", () => {
  expect(fold("Café STRASSE Straße Łódź Ørsted")).toBe("cafe strasse strasse lodz orsted");
  expect(wordsOf("A-204/b, O'Brien №5")).toEqual(["a", "204", "b", "o", "brien", "no5"]);
  expect(find([unit("Küche"), unit("Кухня"), unit("厨房")], "kuche")).toEqual(["Küche"]);
  expect(find([unit("Кухня")], "КУХ")).toEqual(["Кухня"]);
  expect(find([unit("厨房")], "厨")).toEqual(["厨房"]);
});

test("numbers compare as numbers [QUICK-01]", () => {
  expect(["A10", "A9", "a 2", "10", "9"].toSorted(byKey)).toEqual(["9", "10", "a 2", "A9", "A10"]);
});

const byKey = (a: string, b: string) => (nameKey(a) < nameKey(b) ? -1 : 1);

test("no text, and a text without words, find nothing [QUICK-01]", () => {
  for (const text of ["", "   ", "--- !"]) expect(find([unit("204")], text)).toEqual([]);
});

test("the best of many are those that a whole list would begin with [QUICK-01]", () => {
  const word = fc.constantFrom("a", "ab", "abc", "paint", "paimt", "12", "1");
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 30 }), name, (names, text) => {
      const whole = new SearchIndex(names.map((each) => unit(each, "")));
      const parts = names.map((each) => new SearchIndex([unit(each, "")]));
      const all = findIn([whole], { text, limit: 100 });
      expect(findIn([whole], { text, limit: 3 })).toEqual(all.slice(0, 3));
      expect(findIn(parts, { text, limit: 100 })).toEqual(all);
    }),
  );
});

test("what was sought is marked in a name [QUICK-01]", () => {
  const marked = (text: string, sought: string) =>
    markedPieces(text, sought)
      .map(({ text: piece, isMarked }) => (isMarked ? `[${piece}]` : piece))
      .join("");
  expect(marked("Paint walls, 204", "20 pai")).toBe("[Pai]nt walls, [20]4");
  expect(marked("Küche", "kuc")).toBe("[Küc]he");
  expect(marked("Straße 12", "strass")).toBe("[Straß]e 12");
  expect(marked("Straße 12", "straß")).toBe("[Straß]e 12");
  expect(marked("Café".normalize("NFD"), "cafe")).toBe(`[${"Café".normalize("NFD")}]`);
  expect(marked("𝐊itchen", "k")).toBe("[𝐊]itchen");
  expect(marked("Kitchen", "kithcen")).toBe("[Kitchen]");
  expect(marked("Kitchen", "")).toBe("Kitchen");
});

test("other names of a thing find it like its own [QUICK-01]", () => {
  expect(find([{ id: "out", name: "Sign Out", also: "log off" }], "log off")).toEqual(["Sign Out"]);
});
