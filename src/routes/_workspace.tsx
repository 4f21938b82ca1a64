import { createFileRoute } from "@tanstack/react-router";

import { Workspace } from "../app/session-gate.tsx";

export const Route = createFileRoute("/_workspace")({
  component: Workspace,
  // The frame of almost every page belongs to the first code, not behind another round trip.
  codeSplitGroupings: [],
});
