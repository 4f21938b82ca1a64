import { createFileRoute } from "@tanstack/react-router";

import { RequirePermission } from "../../features/shell/require-permission.tsx";
import { poolSearch } from "../../features/team-management/pool-search.ts";
import { TeamManagementPage } from "../../features/team-management/team-management-page.tsx";
import { useDialogAddress } from "../../hooks/use-dialog-address.ts";

export const Route = createFileRoute("/_workspace/team-management")({
  validateSearch: poolSearch,
  component: TeamManagement,
});

function TeamManagement() {
  const search = Route.useSearch();
  const address = useDialogAddress();
  return (
    <RequirePermission
      permission="pool:write"
      refusal="You don't have permission to manage team members."
    >
      <TeamManagementPage search={search} address={address} />
    </RequirePermission>
  );
}
