import { createFileRoute } from "@tanstack/react-router";
import { UserCog } from "lucide-react";

import { Page } from "../../components/layout/page.tsx";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { RequirePermission } from "../../features/shell/require-permission.tsx";

export const Route = createFileRoute("/_workspace/user-management")({ component: UserManagement });

function UserManagement() {
  return (
    <RequirePermission
      permission="users:write"
      refusal="You don't have permission to manage users."
    >
      <Page>
        <PageHeader title="User Management" description="Who may sign in, and what they may do" />
        <EmptyState
          icon={UserCog}
          title="Users"
          description="Accounts and their roles are managed here."
        />
      </Page>
    </RequirePermission>
  );
}
