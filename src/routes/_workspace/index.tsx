import { createFileRoute } from "@tanstack/react-router";
import * as z from "zod/mini";

import { Page } from "../../components/layout/page.tsx";
import { DashboardPage } from "../../features/dashboard/dashboard-page.tsx";
import { WhileAwayPlace } from "../../features/while-away/while-away-place.tsx";
import { SIGN_IN_FAILURES } from "../../features/sign-in/sign-in-failure.ts";

export const Route = createFileRoute("/_workspace/")({
  validateSearch: z.object({ signin: z.catch(z.optional(z.enum(SIGN_IN_FAILURES)), undefined) }),
  component: Dashboard,
});

function Dashboard() {
  return (
    <Page>
      <DashboardPage notice={<WhileAwayPlace />} />
    </Page>
  );
}
