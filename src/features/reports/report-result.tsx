import { Download, FileSpreadsheet, Printer, SearchX } from "lucide-react";
import { Button } from "../../components/ui/button.tsx";
import { Card } from "../../components/ui/card.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { NotOnDevice } from "../../components/ui/not-on-device.tsx";
import { Spinner } from "../../components/ui/spinner.tsx";
import { useStore } from "../../hooks/use-store.ts";
import { useMissing } from "../../hooks/reads/use-missing.ts";
import { companyZone } from "../../lib/company-zone.ts";
import { saveCsv } from "../../lib/save-csv.ts";
import { formatCount, formatDateTime } from "../../lib/format.ts";
import { linesOf, STATUS_COLUMNS, turnColumns } from "./tables/report-columns.tsx";
import { detailsLines } from "./run/report-csv.ts";
import type { ReportOrder } from "./tables/report-order.ts";
import type { ReportRun } from "./run/report-runs.ts";
import type { GeneratedReport, ReportContent } from "./run/report-types.ts";
import { StatusReport } from "./tables/status-report.tsx";
import { TaskMatrix } from "./tables/task-matrix.tsx";
import { TurnReport } from "./tables/turn-report.tsx";

/** The order of the rows, which is kept in the address. */
interface Ordering {
  order: ReportOrder;
  onOrder: (order: ReportOrder) => void;
}

/** The state of the report of the chosen type: none yet, in progress, or the last result. */
export function ReportResult(props: { run: ReportRun } & Ordering) {
  const { run, ...ordering } = props;
  const { progress, hasFailed, result } = run;
  const isMissing = useMissing(result ?? undefined);
  if (isMissing) {
    return (
      <Card>
        <NotOnDevice />
      </Card>
    );
  }
  if (progress !== null) {
    return (
      <Card role="status" className="items-center gap-1 px-6 py-14 text-center">
        <Spinner className="mb-2 size-6 text-ink-muted" />
        <p className="text-base text-ink">Generating report...</p>
        {progress > 0 && (
          <p className="text-sm text-ink-muted">{`${formatCount(progress, "unit")} so far`}</p>
        )}
      </Card>
    );
  }
  return (
    <>
      {hasFailed && (
        <p role="alert" className="text-sm text-danger-text">
          The report could not be generated. Please try again.
        </p>
      )}
      {result === null ? (
        <Card>
          <EmptyState
            icon={FileSpreadsheet}
            title="No report yet"
            description="Configure your report settings and click Generate Report to view results."
          />
        </Card>
      ) : (
        <Result result={result} {...ordering} />
      )}
    </>
  );
}

const TITLES: Record<ReportContent["type"], string> = {
  "unit-task-status": "Unit Task Status",
  "task-details": "Task Details",
  "turn-status": "Turn Status",
};

function Result({ result, ...ordering }: { result: GeneratedReport } & Ordering) {
  const { content, subject, at } = result;
  // The cells count days in the company's zone: they render anew when it arrives or changes.
  const key = useStore(companyZone, (zone) => `${at} ${zone}`);
  return (
    <section aria-label={`${TITLES[content.type]} report`} className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-base font-semibold text-ink">{TITLES[content.type]}</h2>
          {/* A name that is read from the right stays apart from the words behind it. */}
          <p className="flex text-sm text-ink-muted">
            <span className="truncate" title={subject.place}>
              {subject.place}
            </span>
            <span className="shrink-0 whitespace-pre">
              {`, ${subject.units} · as of ${formatDateTime(at)}`}
            </span>
          </p>
        </div>
        <div className="flex gap-2 print:hidden">
          <Button variant="outline" onClick={() => window.print()}>
            <Printer aria-hidden /> Print
          </Button>
          <Button variant="outline" onClick={() => exportReport(content)}>
            <Download aria-hidden />
            Export CSV
          </Button>
        </div>
      </div>
      {isEmpty(content) ? (
        <Card>
          <EmptyState icon={SearchX} title="No data found for the selected filters" />
        </Card>
      ) : content.type === "task-details" ? (
        <TaskMatrix key={key} report={content.report} places={content.places} {...ordering} />
      ) : content.type === "turn-status" ? (
        <TurnReport key={key} rows={content.rows} withMoney={content.withMoney} {...ordering} />
      ) : (
        <StatusReport key={at} rows={content.rows} places={content.places} {...ordering} />
      )}
    </section>
  );
}

function isEmpty(content: ReportContent): boolean {
  return content.type === "task-details"
    ? content.report.tasks.length === 0
    : content.rows.length === 0;
}

function exportReport(content: ReportContent): void {
  if (content.type === "task-details") {
    void saveCsv("task-details-report.csv", detailsLines(content.report));
  } else if (content.type === "turn-status") {
    const columns = turnColumns(content.withMoney);
    void saveCsv("turn-status-report.csv", linesOf(columns, content.rows));
  } else void saveCsv("unit-task-status-report.csv", linesOf(STATUS_COLUMNS, content.rows));
}
