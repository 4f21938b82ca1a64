import { createFileRoute } from "@tanstack/react-router";
import { ReportsPage } from "../../features/reports/reports-page.tsx";
import { reportsSearch } from "../../features/reports/run/reports-search.ts";
import { useDialogAddress } from "../../hooks/address/use-dialog-address.ts";

export const Route = createFileRoute("/_workspace/reports")({
  validateSearch: reportsSearch,
  component: Reports,
});

function Reports() {
  return <ReportsPage search={Route.useSearch()} address={useDialogAddress()} />;
}
