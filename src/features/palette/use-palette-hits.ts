import { useMemo } from "react";
import { findIn, type Found, SearchIndex } from "../../../convex/rules/search/searchIndex.ts";
import { type Choice, type Group, GROUPS, unitId } from "./choice.ts";

/** The results under one heading. */
export interface HitGroup {
  group: Group;
  /** The index of the first result among all. */
  first: number;
  choices: readonly Choice[];
}

interface Sources {
  units: readonly SearchIndex<Choice>[];
  others: readonly Choice[];
  /** The tasks and notes that the server found. They come last, so that nothing moves when they arrive. */
  texts: readonly Choice[];
  /** The ids of the last visited records, the latest first. */
  recent: readonly string[];
}

/** The most results of a kind, and the most recent entries without a text. */
const SHOWN = 6;
const SHOWN_UNITS = 10;

const TEXT_GROUPS = ["Tasks", "Notes"] as const;

/** The results for a text, in groups with the best group first. Without a text: recent entries, and actions. */
export function usePaletteHits(text: string, sources: Sources): HitGroup[] {
  const { units, others, texts, recent } = sources;
  const indexes = useMemo(() => indexesOf(units, others), [units, others]);
  return useMemo(() => {
    if (text.trim() === "") return placed(withoutText({ units, others, recent }));
    const ofServer = TEXT_GROUPS.map((group) => ({
      group,
      choices: texts.filter((choice) => choice.group === group),
    }));
    const found = indexes.flatMap(({ group, parts }) => {
      const limit = group === "Units" ? SHOWN_UNITS : SHOWN;
      const hits = findIn(parts, { text, limit, recent });
      return hits.length === 0 ? [] : [{ group, hits }];
    });
    // The sort is stable, so equally good groups keep their order.
    const sorted = found.sort((a, b) => gradeOf(a.hits) - gradeOf(b.hits));
    return placed([
      ...sorted.map(({ group, hits }) => ({ group, choices: hits.map(({ thing }) => thing) })),
      ...ofServer.filter(({ choices }) => choices.length > 0),
    ]);
  }, [text, indexes, units, others, texts, recent]);
}

function gradeOf(hits: readonly Found<Choice>[]): number {
  return hits[0]?.grade ?? Infinity;
}

function indexesOf(units: Sources["units"], others: readonly Choice[]) {
  return GROUPS.map((group) => ({
    group,
    parts:
      group === "Units"
        ? units
        : [new SearchIndex(others.filter((choice) => choice.group === group))],
  }));
}

function placed(groups: readonly Omit<HitGroup, "first">[]): HitGroup[] {
  let count = 0;
  return groups.map((group) => {
    const first = count;
    count += group.choices.length;
    return { ...group, first };
  });
}

function withoutText({ units, others, recent }: Omit<Sources, "texts">): Omit<HitGroup, "first">[] {
  const known = new Map(others.map((choice) => [choice.id, choice]));
  const isUnit = (id: string) => id.startsWith(unitId(""));
  const last = recent
    .flatMap((id) => (isUnit(id) ? unitOf(units, id) : known.get(id)) ?? [])
    .slice(0, SHOWN);
  const actions = others.filter(({ group }) => group === "Actions");
  const groups = [
    { group: "Recent" as const, choices: last },
    { group: "Actions" as const, choices: actions.filter((action) => !last.includes(action)) },
  ];
  return groups.filter(({ choices }) => choices.length > 0);
}

function unitOf(units: Sources["units"], id: string): Choice | undefined {
  for (const index of units) {
    const unit = index.byId(id);
    if (unit !== undefined) return unit;
  }
  return undefined;
}
