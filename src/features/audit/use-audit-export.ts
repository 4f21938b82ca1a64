import { useConvex } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { toast } from "../../components/ui/toast.ts";
import { downloadCsv } from "../../lib/csv.ts";
import { showError } from "../../lib/errors.ts";
import { auditFileName, auditLines } from "./audit-csv.ts";
import type { AuditFilter } from "./audit-search.ts";
import type { AuditEntry } from "./audit-words.ts";

const pageSize = 100;
/** A file has at most this many entries: more belong into several files of fewer days. */
const entriesPerFile = 20_000;

/** Downloads all entries that the filter lets through, read page by page. */
export function useAuditExport(filter: AuditFilter) {
  const convex = useConvex();
  const [isExporting, setExporting] = useState(false);

  const read = async (): Promise<AuditEntry[]> => {
    const entries: AuditEntry[] = [];
    let cursor: string | null = null;
    do {
      const answer: { page: AuditEntry[]; continueCursor: string | null } = await convex.query(
        api.audit.list,
        { ...filter, cursor, limit: pageSize },
      );
      entries.push(...answer.page);
      cursor = answer.continueCursor;
    } while (cursor !== null && entries.length < entriesPerFile);
    if (cursor !== null)
      toast({
        title: `The file has the newest ${String(entriesPerFile)} entries`,
        description: "Choose fewer days for the earlier ones.",
      });
    return entries;
  };

  const start = async () => {
    setExporting(true);
    try {
      downloadCsv(auditFileName, auditLines(await read()));
    } catch (error) {
      showError(error);
    } finally {
      setExporting(false);
    }
  };
  return { isExporting, start: () => void start() };
}
