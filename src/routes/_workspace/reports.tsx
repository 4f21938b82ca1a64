import { createFileRoute } from "@tanstack/react-router";
import { FileSpreadsheet } from "lucide-react";

import { Page } from "../../components/layout/page.tsx";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";

export const Route = createFileRoute("/_workspace/reports")({ component: Reports });

function Reports() {
  return (
    <Page>
      <PageHeader title="Reports" description="Unit and task status as tables and CSV files" />
      <EmptyState
        icon={FileSpreadsheet}
        title="No report yet"
        description="Reports on unit and task status appear here once they are generated."
      />
    </Page>
  );
}
