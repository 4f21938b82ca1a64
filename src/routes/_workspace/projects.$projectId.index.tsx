import { createFileRoute, Navigate } from "@tanstack/react-router";

export const Route = createFileRoute("/_workspace/projects/$projectId/")({ component: ToUnits });

function ToUnits() {
  return <Navigate from={Route.fullPath} to="/projects/$projectId/units" replace />;
}
