import { createFileRoute } from "@tanstack/react-router";
import { Users } from "lucide-react";

import { Page } from "../../components/layout/page.tsx";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { RequirePermission } from "../../features/shell/require-permission.tsx";

export const Route = createFileRoute("/_workspace/team-management")({ component: TeamManagement });

function TeamManagement() {
  return (
    <RequirePermission
      permission="pool:write"
      refusal="You don't have permission to manage team members."
    >
      <Page>
        <PageHeader
          title="Team Management"
          description="Everyone who can be assigned to projects"
        />
        <EmptyState
          icon={Users}
          title="The team pool"
          description="Members, their trades and their projects are managed here."
        />
      </Page>
    </RequirePermission>
  );
}
