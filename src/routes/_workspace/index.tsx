import { createFileRoute } from "@tanstack/react-router";
import { oneOf, searchOf } from "../../lib/shape.ts";

import { Page } from "../../components/layout/page.tsx";
import { DashboardPage } from "../../features/dashboard/dashboard-page.tsx";
import { WhileAwayPlace } from "../../features/while-away/while-away-place.tsx";
import { SIGN_IN_FAILURES } from "../../features/sign-in/sign-in-failure.ts";

export const Route = createFileRoute("/_workspace/")({
  validateSearch: searchOf({
    signin: oneOf(SIGN_IN_FAILURES),
    /** The provider returns this after a sign-out. */
    state: oneOf(["unended"]),
  }),
  component: Dashboard,
  // Most visits begin here; as its own chunk it would be a request for a few kB.
  codeSplitGroupings: [],
});

function Dashboard() {
  return (
    <Page>
      <DashboardPage notice={<WhileAwayPlace />} />
    </Page>
  );
}
