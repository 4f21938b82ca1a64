import { createFileRoute } from "@tanstack/react-router";

import { AuditPage } from "../../features/audit/audit-page.tsx";
import { auditSearch } from "../../features/audit/audit-search.ts";
import { RequirePermission } from "../../features/shell/require-permission.tsx";
import { useDialogAddress } from "../../hooks/address/use-dialog-address.ts";

export const Route = createFileRoute("/_workspace/audit")({
  validateSearch: auditSearch,
  component: Audit,
});

function Audit() {
  return (
    <RequirePermission
      permission="audit:read"
      refusal="You don't have permission to read the audit log."
    >
      <AuditPage search={Route.useSearch()} address={useDialogAddress()} />
    </RequirePermission>
  );
}
