import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { Toaster } from "../../../src/components/ui/toaster.tsx";
import { OutboxSession } from "../../../src/features/outbox/outbox-session.tsx";
import { ViewerContext, type Viewer } from "../../../src/hooks/people/use-viewer.ts";
import { connectionPerson } from "../../../src/lib/connection/connection-person.ts";
import { toastStore } from "../../../src/lib/toast-store.ts";
import type { FakeConvex } from "../../support/fake-convex.tsx";

const projectPaths = ["units", "team", "time-tracking", "analytics", "units/$unitId/camera"].map(
  (section) => `/projects/$projectId/${section}`,
);
const paths = [
  "/",
  "/my-day",
  "/projects",
  "/team",
  "/auth-troubleshoot",
  "/camera",
  ...projectPaths,
];

/** A signed-in person with the given fields. */
export function viewerOf(fields: Partial<Viewer> = {}): Viewer {
  const names = { firstName: "Mia", lastName: "Wolf", email: "mia@homes.test" };
  return {
    id: "user",
    role: "project_manager",
    profileImageUrl: null,
    ...names,
    ...fields,
  } as Viewer;
}

type Options = { at?: string; viewer?: Viewer };

/** Shows one part of the app at an address whose own page is empty. */
export async function renderAt(
  backend: FakeConvex,
  element: ReactNode,
  { at = "/", viewer = viewerOf() }: Options = {},
) {
  for (const { id } of toastStore.snapshot()) toastStore.dismiss(id);
  const root = createRootRoute({ component: () => element });
  const routes = paths.map((path) => createRoute({ getParentRoute: () => root, path }));
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  await router.load();
  connectionPerson.set(viewer.id);
  render(
    backend.wrap(
      <ViewerContext value={viewer}>
        <OutboxSession />
        <RouterProvider router={router as never} />
        <Toaster />
      </ViewerContext>,
    ),
  );
  return { user: userEvent.setup(), history };
}
