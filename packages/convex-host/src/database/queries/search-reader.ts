import { orderKey } from "../../values/order-key.ts";
import { searchLimits } from "../../values/value-limits.ts";
import type { ReadContext } from "./range-reader.ts";
import type { StoredDocument } from "../state/layer.ts";
import type { Row, StateView } from "../state/state-view.ts";
import type { SearchMatch, StoredSearchChange } from "../sqlite/search-statements.ts";
import type { SearchIndexInfo } from "../tables/catalog.ts";
import { changedEntries } from "../search/search-entries.ts";
import type { SearchPlan } from "../search/search-plan.ts";

/** The part of the answer to read: the rows after one key and up to another. */
export type SearchCut = { after: string | null; until: string | null };

type Match = { key: string; rid: number };

/**
 * Walks the matches of a search, the best first. The key of a row is its score and its row id in the file, so keys sort
 * rows in the order of the search.
 */
export class SearchReader {
  readonly #context: ReadContext;
  readonly #matches: readonly Match[] = [];
  readonly #unwritten: ReadonlyMap<number, StoredDocument>;
  #at = 0;

  constructor(context: ReadContext, plan: SearchPlan, cut: SearchCut) {
    this.#context = context;
    context.usage.query();
    const { documents, changes } = unwrittenOf(context.view, plan.index);
    this.#unwritten = documents;
    if (plan.match === null) return;
    // The scores depend on every text of the index, so every change of a text invalidates the search.
    context.recorder.range({ index: plan.index.id, lower: "", upper: null });
    const found = findMatches(context.view, { index: plan.index.id, match: plan.match, changes });
    this.#matches = found.filter(({ key }) => isWithin(key, cut));
  }

  next(): Row | null {
    if (this.#at === searchLimits.results) {
      throw new Error(
        `Search query scanned too many documents (fetched ${searchLimits.results}). Consider using a smaller limit, paginating the query, or using a filter field to limit the number of documents pulled from the search index.`,
      );
    }
    const match = this.#matches[this.#at];
    if (match === undefined) return null;
    this.#at += 1;
    const document = this.#unwritten.get(match.rid) ?? this.#stored(match.rid);
    const { _id } = JSON.parse(document.json) as { _id: string };
    this.#context.recorder.document(_id);
    this.#context.usage.read(document.size);
    return { key: match.key, document };
  }

  #stored(rid: number): StoredDocument {
    const [size, json] = this.#context.view.statements.documentByRid.get(rid)!;
    return { rid, size: size as number, json: json as string };
  }
}

/** The documents and the changes of a search index by writes that are not on disk yet. */
type Unwritten = { documents: Map<number, StoredDocument>; changes: StoredSearchChange[] };

function unwrittenOf(view: StateView, index: SearchIndexInfo): Unwritten {
  const documents = new Map<number, StoredDocument>();
  const changes: StoredSearchChange[] = [];
  for (const layer of view.layers) {
    for (const { table, rid, entriesBefore, after } of layer.changes) {
      if (table.name !== index.table) continue;
      if (after !== null) documents.set(rid, after.document);
      for (const change of changedEntries(entriesBefore, after?.entries ?? []))
        if (change.index === index.id) changes.push({ rid, ...change });
    }
  }
  return { documents, changes };
}

function findMatches(
  { statements: { searches } }: StateView,
  search: { index: number; match: SearchMatch; changes: readonly StoredSearchChange[] },
): Match[] {
  const { index, match, changes } = search;
  const find = () => searches.find(index, match, searchLimits.results);
  const found = changes.length === 0 ? find() : searches.rehearse(changes, find);
  return found.map(({ rid, score }) => ({ rid, key: orderKey(score) + orderKey(-rid) }));
}

function isWithin(key: string, { after, until }: SearchCut): boolean {
  return (after === null || key > after) && (until === null || key <= until);
}
