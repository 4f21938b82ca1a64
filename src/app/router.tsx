import { createRouter, parseSearchWith, type RouterHistory } from "@tanstack/react-router";

import { addressValue } from "../lib/address-value.ts";
import { routeTree } from "../routeTree.gen.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { PendingScreen } from "./pending-screen.tsx";

/** The router of the app. It loads a page's code on intent, and shows a wait after 200 ms. */
export const createAppRouter = (history: RouterHistory) =>
  createRouter({
    history,
    routeTree,
    parseSearch: parseSearchWith(addressValue),
    defaultPreload: "intent",
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PendingScreen,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    notFoundMode: "root",
    scrollRestoration: true,
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
