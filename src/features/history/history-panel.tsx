import { Download } from "lucide-react";
import { PartBoundary } from "../../components/part-boundary.tsx";
import { Button } from "../../components/ui/button.tsx";
import { useCsvExport } from "../../hooks/reads/use-csv-export.ts";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { historyLines } from "./history-csv.ts";
import { HistoryFilters } from "./history-filters.tsx";
import { HistoryList } from "./history-list.tsx";
import { filterOf, HISTORY_FILTERS, type HistorySearch } from "../../lib/history/history-search.ts";
import { type HistorySubject, questionOf } from "./history-subject.ts";

interface HistoryPanelProps {
  subject: HistorySubject;
  search: HistorySearch;
  address: DialogAddress;
}

/** The history of a unit or of a project: filtered, live, and as a CSV file. */
export function HistoryPanel({ subject, search, address }: HistoryPanelProps) {
  const filter = filterOf(search);
  const { isExporting, start } = useCsvExport({
    ...questionOf(subject, filter),
    fileName: "unitId" in subject ? "unit-history.csv" : "project-history.csv",
    linesOf: historyLines,
  });
  const clear = () => address.change(Object.fromEntries(HISTORY_FILTERS.map((key) => [key, null])));
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <HistoryFilters subject={subject} search={search} onChange={address.change} />
        <Button variant="secondary" disabled={isExporting} onClick={start}>
          <Download aria-hidden /> {isExporting ? "Exporting…" : "Export CSV"}
        </Button>
      </div>
      <PartBoundary what="The history">
        {/* Another filter is another list, which begins at its first page. */}
        <HistoryList
          key={JSON.stringify([subject, filter])}
          subject={subject}
          filter={filter}
          onClear={clear}
        />
      </PartBoundary>
    </div>
  );
}
