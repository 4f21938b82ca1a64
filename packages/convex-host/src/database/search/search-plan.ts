import type { Json } from "../../values/json.ts";
import { searchLimits } from "../../values/value-limits.ts";
import type { SearchMatch } from "../sqlite/search-statements.ts";
import { firstWords } from "../sqlite/search-words.ts";
import type { SearchIndexInfo } from "../tables/catalog.ts";
import { filterWord } from "./search-entries.ts";

export type SearchFilter =
  | { type: "Search"; fieldPath: string; value: Json }
  | { type: "Eq"; fieldPath: string; value: Json };

/** A compiled search. `match` is null when nothing can match. */
export type SearchPlan = { index: SearchIndexInfo; match: SearchMatch | null };

/** Compiles the filters of a search; throws the official errors. */
export function planSearch(index: SearchIndexInfo, filters: readonly SearchFilter[]): SearchPlan {
  const name = `${index.table}.${index.name}`;
  const text = searchedText(name, { index, filters });
  const equalities = filters.filter((filter) => filter.type === "Eq");
  if (equalities.length > searchLimits.filters) {
    throw new Error(
      `Search query against ${name} has too many filter conditions. Max: ${searchLimits.filters} Actual: ${equalities.length}`,
    );
  }
  const conditions = equalities.map(({ fieldPath, value }) => {
    const at = index.filterPaths.findIndex((path) => path.join(".") === fieldPath);
    if (at !== -1) return `filters : "${filterWord(at, value)}"`;
    throw new Error(
      `Search query against ${name} contains an equality filter on ${JSON.stringify(fieldPath)} but that field isn't indexed for filtering in \`filterFields\`.`,
    );
  });
  const words = firstWords(text, searchLimits.words);
  return { index, match: words.length === 0 ? null : { conditions, words: alternatives(words) } };
}

function searchedText(
  name: string,
  { index, filters }: { index: SearchIndexInfo; filters: readonly SearchFilter[] },
): string {
  const searches = filters.filter((filter) => filter.type === "Search");
  const field = index.searchPath.join(".");
  const foreign = searches.find(({ fieldPath }) => fieldPath !== field);
  if (foreign !== undefined) {
    throw new Error(
      `Search query against ${name} contains a search filter against ${JSON.stringify(foreign.fieldPath)}, which doesn't match the indexed \`searchField\` ${JSON.stringify(field)}.`,
    );
  }
  const [search, another] = searches;
  if (search === undefined) {
    throw new Error(
      `Search query against ${name} does not contain any search filters. You must include a search filter like \`q.search(${JSON.stringify(field)}, searchText)\`.`,
    );
  }
  if (another !== undefined) {
    throw new Error(
      `Search query against ${name} contains multiple search filters against ${JSON.stringify(field)}. Only one is allowed.`,
    );
  }
  if (typeof search.value === "string") return search.value;
  throw new Error(`Search query against ${name} searches for a value that is not a string.`);
}

/**
 * The words as FTS5 phrases. The last one also matches as a prefix; a document with the word itself ranks before one
 * with its beginning alone. The words are letters and digits, so nothing in them is syntax of FTS5.
 */
function alternatives(words: readonly string[]): string[] {
  const phrases = words.map((word) => `"${word}"`);
  const last = phrases.pop()!;
  return [...phrases, `(${last} OR ${last}*)`];
}
