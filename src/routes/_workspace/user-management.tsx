import { createFileRoute } from "@tanstack/react-router";

import { RequirePermission } from "../../features/shell/require-permission.tsx";
import { UsersPage } from "../../features/users/users-page.tsx";
import { usersSearch } from "../../features/users/users-search.ts";
import { useDialogAddress } from "../../hooks/address/use-dialog-address.ts";

export const Route = createFileRoute("/_workspace/user-management")({
  validateSearch: usersSearch,
  component: Users,
});

function Users() {
  return (
    <RequirePermission
      permission="users:write"
      refusal="You don't have permission to manage users."
    >
      <UsersPage search={Route.useSearch()} address={useDialogAddress()} />
    </RequirePermission>
  );
}
