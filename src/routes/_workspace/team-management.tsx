import { createFileRoute } from "@tanstack/react-router";

import { RequirePermission } from "../../features/shell/require-permission.tsx";
import { poolSearch } from "../../features/team-members/pool-search.ts";
import { TeamMembersPage } from "../../features/team-members/team-members-page.tsx";
import { useDialogAddress } from "../../hooks/address/use-dialog-address.ts";

export const Route = createFileRoute("/_workspace/team-management")({
  validateSearch: poolSearch,
  component: TeamMembers,
});

function TeamMembers() {
  const search = Route.useSearch();
  const address = useDialogAddress();
  return (
    <RequirePermission
      permission="pool:write"
      refusal="You don't have permission to manage team members."
    >
      <TeamMembersPage search={search} address={address} />
    </RequirePermission>
  );
}
