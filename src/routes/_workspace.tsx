import { createFileRoute } from "@tanstack/react-router";

import { Workspace } from "../app/session-gate.tsx";

export const Route = createFileRoute("/_workspace")({
  component: Workspace,
  // Almost every page has this frame, so it is part of the first code and needs no further round trip.
  codeSplitGroupings: [],
});
