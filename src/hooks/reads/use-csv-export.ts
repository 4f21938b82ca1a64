import { useConvex } from "convex/react";
import type { FunctionReference } from "convex/server";
import { useState } from "react";
import { connection } from "../../lib/connection/connection.ts";
import { saveCsv } from "../../lib/save-csv.ts";
import { showError } from "../../lib/errors.ts";
import { toastStore } from "../../lib/toast-store.ts";
import { pageReader } from "./page-reader.ts";

const pageSize = 100;
/** The largest number of entries in a file; a longer list has to be exported in parts, by days. */
const entriesPerFile = 20_000;

type Page<Entry> = { page: Entry[]; continueCursor: string | null };

interface CsvExport<Args extends Record<string, unknown>, Entry> {
  query: FunctionReference<"query", "public", Args, Page<Entry>>;
  /** The arguments of the query, except those for paging. */
  question: Omit<NoInfer<Args>, "cursor" | "through" | "limit" | "session">;
  fileName: string;
  /** Makes the lines of the file, including the heading. */
  linesOf: (entries: readonly NoInfer<Entry>[]) => string[][];
}

const fileNeedsLine = {
  title: "You are offline",
  description: "A file needs a connection. Export it when it is back.",
  variant: "destructive",
} as const;

/** Downloads all entries of a long list, read page by page. */
export function useCsvExport<Args extends Record<string, unknown>, Entry>(
  options: CsvExport<Args, Entry>,
) {
  const { query, question, fileName, linesOf } = options;
  const convex = useConvex();
  const [isExporting, setExporting] = useState(false);

  const read = async (): Promise<Entry[]> => {
    const readPage = pageReader(convex);
    const entries: Entry[] = [];
    let cursor: string | null = null;
    do {
      const args = { ...question, cursor, limit: pageSize } as unknown as Args;
      const answer: Page<Entry> = await readPage(query, ...([args] as never));
      entries.push(...answer.page);
      cursor = answer.continueCursor;
    } while (cursor !== null && entries.length < entriesPerFile);
    if (cursor !== null)
      toastStore.show({
        title: `The file has the newest ${String(entriesPerFile)} entries`,
        description: "Choose fewer days for the earlier ones.",
      });
    return entries;
  };

  const start = async () => {
    if (connection.snapshot().state === "offline") {
      toastStore.show(fileNeedsLine);
      return;
    }
    setExporting(true);
    try {
      await saveCsv(fileName, linesOf(await read()));
    } catch (error) {
      showError(error);
    } finally {
      setExporting(false);
    }
  };
  return { isExporting, start: () => void start() };
}
