import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useParams,
} from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Toaster } from "../../../src/components/ui/toaster.tsx";
import { AssignTasksDialog } from "../../../src/features/tasks/assign-tasks-dialog.tsx";
import { TasksPanel } from "../../../src/features/tasks/tasks-panel.tsx";
import { ProjectsPage } from "../../../src/features/projects/projects-page.tsx";
import { projectsSearch } from "../../../src/features/projects/projects-search.ts";
import { UnitsPage } from "../../../src/features/units/units-page.tsx";
import { unitsSearch } from "../../../src/features/units/units-search.ts";
import { useDialogAddress } from "../../../src/hooks/use-dialog-address.ts";
import { ViewerContext, type Viewer } from "../../../src/hooks/use-viewer.ts";
import { toastStore } from "../../../src/lib/toast-store.ts";
import type { FakeConvex } from "../../support/fake-convex.tsx";

/** Route objects belong to one router, so each page gets its own. */
function createRoutes() {
  const root = createRootRoute();

  const projectsRoute = createRoute({
    getParentRoute: () => root,
    path: "/projects",
    validateSearch: projectsSearch,
    component: function Projects() {
      return (
        <ProjectsPage
          search={projectsRoute.useSearch()}
          address={useDialogAddress()}
          renderAssign={(project, onClose) => (
            <AssignTasksDialog
              target={project && { projectId: project.id, name: project.name }}
              onClose={onClose}
            />
          )}
        />
      );
    },
  });

  const unitsRoute = createRoute({
    getParentRoute: () => root,
    path: "/projects/$projectId/units",
    validateSearch: unitsSearch,
    component: function Units() {
      const { projectId = "" } = useParams({ strict: false });
      return (
        <UnitsPage
          projectId={projectId}
          search={unitsRoute.useSearch()}
          address={useDialogAddress()}
          panels={{
            tasks: (unit, onAssign) => <TasksPanel unitId={unit.id} onAssign={onAssign} />,
            photos: () => "photos",
            notes: () => "notes",
          }}
          renderAssign={(unit, onClose) => (
            <AssignTasksDialog
              target={unit && { unitId: unit.id, name: unit.name }}
              onClose={onClose}
            />
          )}
        />
      );
    },
  });

  const teamRoute = createRoute({ getParentRoute: () => root, path: "/projects/$projectId/team" });

  return root.addChildren([projectsRoute, unitsRoute, teamRoute]);
}

/** Shows a page of the app at an address, as a person of a role, over a fake backend. */
export async function renderPage(
  backend: FakeConvex,
  { at, role = "project_manager" }: { at: string; role?: string },
) {
  for (const { id } of toastStore.snapshot()) toastStore.dismiss(id);
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({ routeTree: createRoutes(), history });
  await router.load();
  const viewer = { id: "user", role, firstName: "Mia", lastName: "Wolf" } as Viewer;
  render(
    backend.wrap(
      <ViewerContext value={viewer}>
        <RouterProvider router={router as never} />
        <Toaster />
      </ViewerContext>,
    ),
  );
  await screen.findByRole("heading", { level: 1, hidden: true });
  return { user: userEvent.setup(), history };
}
