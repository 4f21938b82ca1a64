import { openWriter } from "../sqlite/open-file.ts";

/**
 * Removes the search indexes of a file that no process has open. The next start builds them from the documents,
 * whatever was in them.
 */
export function forgetSearches(path: string): void {
  const statements = openWriter(path, { durable: true });
  try {
    statements.transaction(() => {
      for (const [id] of statements.searchIndexes.all()) {
        statements.deleteSearchIndex.run(id!);
        statements.searches.drop(Number(id));
      }
    });
  } finally {
    statements.close();
  }
}
