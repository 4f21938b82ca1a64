import { createFileRoute } from "@tanstack/react-router";
import { MyDayPage } from "../../features/my-day/my-day-page.tsx";
import { WhileAwayPlace } from "../../features/while-away/while-away-place.tsx";
import { RequirePermission } from "../../features/shell/require-permission.tsx";

export const Route = createFileRoute("/_workspace/my-day")({ component: MyDay });

function MyDay() {
  return (
    <RequirePermission permission="project:read" refusal="You don't have permission to see tasks.">
      <MyDayPage notice={<WhileAwayPlace />} />
    </RequirePermission>
  );
}
