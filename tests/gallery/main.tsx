import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Toaster } from "../../src/components/ui/toaster.tsx";
import { Gallery } from "./gallery.tsx";
import "./gallery.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

// Components with links need a router; the gallery has one page.
const router = createRouter({
  routeTree: createRootRoute({ component: Gallery }),
  history: createMemoryHistory(),
});

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router as never} />
    <Toaster />
  </StrictMode>,
);
