import {
  createMemoryHistory,
  createRouter,
  parseSearchWith,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ErrorScreen } from "../../../src/app/error-screen.tsx";
import { Toaster } from "../../../src/components/ui/toaster.tsx";
import { OutboxSession } from "../../../src/features/outbox/outbox-session.tsx";
import { ViewerContext, type Viewer } from "../../../src/hooks/people/use-viewer.ts";
import { connectionPerson } from "../../../src/lib/connection/connection-person.ts";
import { addressValue } from "../../../src/lib/address-value.ts";
import { toastStore } from "../../../src/lib/toast-store.ts";
import { createRoutes } from "./routes.tsx";
import type { FakeConvex } from "../../support/fake-convex.tsx";

/** Shows a page of the app at an address, as a person of a role, over a fake backend. */
export async function renderPage(
  backend: FakeConvex,
  { at, role = "project_manager" }: { at: string; role?: string },
) {
  for (const { id } of toastStore.snapshot()) toastStore.dismiss(id);
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({
    routeTree: createRoutes(),
    history,
    parseSearch: parseSearchWith(addressValue),
    defaultErrorComponent: ErrorScreen,
  });
  await router.load();
  const viewer = { id: "user", firstName: "Mia", lastName: "Wolf" };
  connectionPerson.set(viewer.id);
  const pageOf = (viewerRole: string | null) =>
    backend.wrap(
      <ViewerContext value={{ ...viewer, role: viewerRole } as Viewer}>
        <OutboxSession />
        <RouterProvider router={router as never} />
        <Toaster />
      </ViewerContext>,
    );
  const { rerender } = render(pageOf(role));
  await screen.findByRole("heading", { level: 1, hidden: true });
  return {
    ...{ user: userEvent.setup(), history },
    /** Gives the person another role, as an administrator does. */
    setRole: (next: string | null) => rerender(pageOf(next)),
  };
}
