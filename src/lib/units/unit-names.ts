/** The field of a unit that the functions here read. */
type Named = { name: string };

/** The units on one floor of a building, with the label of the floor. */
export type UnitGroup<Unit> = { label: string; units: Unit[] };

/** The fewest digits of a number that contains a floor: the 204 of "B-204" is on floor 2. */
const fewestDigits = 3;

/** The share of names with a floor from which groups help. */
const enoughNamed = 0.8;

/** The building and floor in a unit's name: "North 1204" is on floor 12 of "North"; null for a name without a floor. */
export function placeOfUnit(name: string): { building: string; floor: number } | null {
  const found = /^(.*?)(\d+)\D*$/su.exec(name.trim());
  const [, before = "", digits = ""] = found ?? [];
  if (digits.length < fewestDigits) return null;
  const building = before
    .replaceAll(/[\s\p{P}\p{S}]+$/gu, "")
    .replace(/^(unit|apartment|apt)$/iu, "");
  return { building, floor: Math.floor(Number(digits) / 100) };
}

/**
 * True when the name contains every word of the text: at the beginning of a word or number, as "floor 2", or, from two
 * characters on, anywhere. Letter case and punctuation do not matter.
 */
export function unitNameMatches(name: string, text: string): boolean {
  const words = wordsOf(text.replaceAll(/\b(?:floor|fl)\.?\s+(\d+)/giu, "floor$1"));
  const parts = wordsOf(name.replaceAll(/(\p{L})(?=\d)|(\d)(?=\p{L})/gu, "$1$2 "));
  const whole = wordsOf(name).join("");
  return words.every((word) => {
    const floor = /^floor(\d+)$/u.exec(word)?.[1];
    if (floor !== undefined) return placeOfUnit(name)?.floor === Number(floor);
    return parts.some((part) => part.startsWith(word)) || (word.length > 1 && whole.includes(word));
  });
}

/** The units by building and floor, in that order; one group without a label when too few names contain a floor. */
export function groupByFloor<Unit extends Named>(units: readonly Unit[]): UnitGroup<Unit>[] {
  const placed = units.map((unit) => ({ unit, place: placeOfUnit(unit.name) }));
  const named = placed.filter(({ place }) => place !== null).length;
  if (named < enoughNamed * units.length) return [{ label: "", units: [...units] }];
  const groups = new Map<string, { place: ReturnType<typeof placeOfUnit>; units: Unit[] }>();
  for (const { unit, place } of placed) {
    const key = place === null ? "" : JSON.stringify(place);
    const group = groups.get(key) ?? { place, units: [] };
    groups.set(key, group);
    group.units.push(unit);
  }
  if (groups.size < 2) return [{ label: "", units: [...units] }];
  return [...groups.values()]
    .toSorted((a, b) => comparePlaces(a.place, b.place))
    .map((group) => ({ label: labelOf(group.place), units: group.units }));
}

type Place = ReturnType<typeof placeOfUnit>;

function comparePlaces(a: Place, b: Place): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const byBuilding = a.building.localeCompare(b.building, "en", { numeric: true });
  return byBuilding === 0 ? a.floor - b.floor : byBuilding;
}

function labelOf(place: Place): string {
  if (place === null) return "Other units";
  const floor = place.floor === 0 ? "Ground floor" : `Floor ${String(place.floor)}`;
  return place.building === "" ? floor : `${place.building}, ${floor.toLowerCase()}`;
}

function wordsOf(text: string): string[] {
  return text.toLocaleLowerCase("en").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
