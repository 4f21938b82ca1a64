import { Download } from "lucide-react";
import { Page } from "../../components/layout/page.tsx";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { PartBoundary } from "../../components/part-boundary.tsx";
import { api } from "../../../convex/_generated/api.js";
import { Button } from "../../components/ui/button.tsx";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { useCsvExport } from "../../hooks/reads/use-csv-export.ts";
import { useMadeEarly } from "../../hooks/use-made-early.ts";
import { formatsOfMoments } from "../../lib/format.ts";
import { screenDescriptions, screenTitles } from "../../lib/screen-titles.ts";
import { auditFileName, auditLines } from "./audit-csv.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditList } from "./audit-list.tsx";
import { type AuditSearch, filterOf, withoutFilters } from "./audit-search.ts";

/** The sign-ins, role changes, exports and refusals: filtered, live, and as a CSV file. */
export function AuditPage(props: { search: AuditSearch; address: DialogAddress }) {
  const { search, address } = props;
  const filter = filterOf(search);
  useMadeEarly(formatsOfMoments);
  const { isExporting, start } = useCsvExport({
    query: api.audit.list,
    question: filter,
    fileName: auditFileName,
    linesOf: auditLines,
  });
  return (
    <Page>
      <PageHeader
        title={screenTitles["/audit"]}
        description={screenDescriptions["/audit"]}
        actions={
          <Button variant="secondary" disabled={isExporting} onClick={start}>
            <Download aria-hidden /> {isExporting ? "Exporting…" : "Export CSV"}
          </Button>
        }
      />
      <div className="grid grid-cols-1 gap-4">
        <AuditFilters search={search} address={address} />
        <PartBoundary what="The audit log">
          {/* Another filter is another list, which begins at its first page. */}
          <AuditList
            key={JSON.stringify(filter)}
            filter={filter}
            onClear={() => address.change(withoutFilters)}
          />
        </PartBoundary>
      </div>
    </Page>
  );
}
