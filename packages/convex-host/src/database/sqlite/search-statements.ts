import { searchLimits } from "../../values/value-limits.ts";
import type { Sqlite, Statement } from "./driver.ts";
import { wordsOf } from "./search-words.ts";

/** The entry of a document in a search index: the text, and a word for the value of each filter field. */
export type SearchEntry = { index: number; text: string; filters: string };

/** The entries of a document before and after a change, where they differ. */
export type SearchChange = { index: number; before: SearchEntry | null; after: SearchEntry | null };

/** A change of the search entry of one document; `rid` is the row id of the document. */
export type StoredSearchChange = SearchChange & { rid: number };

/**
 * A search in the syntax of FTS5: all `conditions` hold, and at least one of `words` matches. The last word also
 * matches words that begin with it.
 */
export type SearchMatch = { conditions: readonly string[]; words: readonly string[] };

/** The number of frequent words that count beside the rarer ones. Each is looked up in the whole index. */
const mostOthers = 3;

/** A match of a search; the lower the score, the better the match. */
export type FoundDocument = { rid: number; score: number };

/** The full-text tables of one connection, one for each search index. They store words, not texts. */
export class SearchStatements {
  readonly #sqlite: Sqlite;
  readonly #prepared = new Map<string, Statement>();

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite;
  }

  create(index: number): void {
    this.#sqlite.exec(searchTable(index));
  }

  drop(index: number): void {
    this.#sqlite.exec(`DROP TABLE search_${index}`);
  }

  empty(index: number): void {
    this.#run(`INSERT INTO search_${index} (search_${index}) VALUES ('delete-all')`);
  }

  store({ rid, index, before, after }: StoredSearchChange): void {
    const table = `search_${index}`;
    if (before !== null) {
      const sql = `INSERT INTO ${table} (${table}, rowid, words, filters) VALUES ('delete', ?, ?, ?)`;
      this.#run(sql, rid, wordsOf(before.text).join(" "), before.filters);
    }
    if (after === null) return;
    const sql = `INSERT INTO ${table} (rowid, words, filters) VALUES (?, ?, ?)`;
    this.#run(sql, rid, wordsOf(after.text).join(" "), after.filters);
  }

  /**
   * The best matches first, and among equal scores the newest first. The number of scored matches is bounded, so that
   * the function thread is not held up: of more matches, those with the rarest words are scored, and of these the
   * newest.
   */
  find(index: number, { conditions, words }: SearchMatch, limit: number): FoundDocument[] {
    const table = `search_${index}`;
    const match = matchOf(conditions, this.#bounded(table, { conditions, words }));
    const rows = this.#statement(
      `SELECT rowid, score FROM (
         SELECT rowid, bm25(${table}, 1.0, 0.0) AS score FROM ${table} WHERE ${table} MATCH ?
         ORDER BY rowid DESC LIMIT ${searchLimits.scored}
       ) ORDER BY score, rowid DESC LIMIT ?`,
    ).all(match, limit);
    return rows.map(([rid, score]) => ({ rid: Number(rid), score: Number(score) }));
  }

  /**
   * The words whose matches together fit the bound: the rarest ones, at least one. The frequent words then find nothing
   * by themselves, but they raise the score of a match that has them.
   */
  #bounded(table: string, { conditions, words }: SearchMatch): readonly string[] {
    if (words.length === 1) return words;
    let left: number = searchLimits.scored;
    const rarestFirst = words
      .map((word) => ({ word, count: this.#count(table, conditions, word) }))
      .toSorted((a, b) => a.count - b.count)
      .map(({ word, count }) => ({ word, fits: (left -= count) >= 0 }));
    if (left >= 0) return words;
    const finding = rarestFirst.filter(({ fits }, at) => fits || at === 0).map(({ word }) => word);
    const others = rarestFirst.slice(finding.length, finding.length + mostOthers);
    if (others.length === 0) return finding;
    const besides = others.map(({ word }) => word).join(" OR ");
    return [...finding, `((${finding.join(" OR ")}) AND (${besides}))`];
  }

  /** The number of matches, up to one more than are compared. */
  #count(table: string, conditions: readonly string[], word: string): number {
    const most = searchLimits.scored + 1;
    const sql = `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT ${most})`;
    return Number(this.#statement(sql).get(matchOf(conditions, [word]))?.[0]);
  }

  /** Runs work as if these changes were stored, then rolls them back. */
  rehearse<T>(changes: readonly StoredSearchChange[], work: () => T): T {
    this.#sqlite.exec("BEGIN IMMEDIATE");
    try {
      for (const change of changes) this.store(change);
      return work();
    } finally {
      this.#sqlite.exec("ROLLBACK");
    }
  }

  #run(sql: string, ...parameters: Parameters<Statement["run"]>): void {
    this.#statement(sql).run(...parameters);
  }

  #statement(sql: string): Statement {
    const found = this.#prepared.get(sql);
    if (found !== undefined) return found;
    const statement = this.#sqlite.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

function matchOf(conditions: readonly string[], words: readonly string[]): string {
  return [...conditions, `words : (${words.join(" OR ")})`].join(" AND ");
}

/**
 * The table of a search index. Its tokenizer takes the words as they come, in any script: a word has no ASCII character
 * but letters and digits. A removal passes the removed words to FTS5, because `contentless_delete` would keep counting
 * removed texts in all scores.
 */
export function searchTable(index: number): string {
  return `CREATE VIRTUAL TABLE search_${index} USING fts5(
    words, filters, content='', tokenize='ascii'
  )`;
}
