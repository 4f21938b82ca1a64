import { createFileRoute } from "@tanstack/react-router";

import { RequirePermission } from "../../features/shell/require-permission.tsx";
import { UserManagementPage } from "../../features/user-management/user-management-page.tsx";
import { usersSearch } from "../../features/user-management/users-search.ts";
import { useDialogAddress } from "../../hooks/use-dialog-address.ts";

export const Route = createFileRoute("/_workspace/user-management")({
  validateSearch: usersSearch,
  component: UserManagement,
});

function UserManagement() {
  return (
    <RequirePermission
      permission="users:write"
      refusal="You don't have permission to manage users."
    >
      <UserManagementPage search={Route.useSearch()} address={useDialogAddress()} />
    </RequirePermission>
  );
}
