import { createBrowserHistory, RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";

import { Providers } from "./app/providers.tsx";
import { createAppRouter } from "./app/router.tsx";
import { answerAtOnce } from "./features/session/early-session.ts";
import { askOnPress } from "./lib/answers/ask-on-press.ts";
import { keptAnswers } from "./lib/answers/kept/kept-answers.ts";
import { convexClient } from "./lib/connection/convex.ts";
import { nextTurn } from "./lib/next-turn.ts";
import { fetchFilesFirst } from "./lib/parts/load-chunk.ts";
import { refuseDroppedFiles } from "./lib/refuse-dropped-files.ts";
import { listenForInstallOffer } from "./lib/version/installing.ts";
import { startWorker } from "./lib/version/start-worker.ts";
import "./lib/zod-config.ts";
import "./styles.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

/** The longest wait in ms for the code of the screen before the first render. */
const SOON_MS = 50;

// The store of the device opens in parallel with the first render, which needs it.
void keptAnswers.viewer();
listenForInstallOffer();
refuseDroppedFiles();
askOnPress(convexClient);
startWorker();
const contrast = matchMedia("(forced-colors: active)");
contrast.addEventListener("change", forceColors);
forceColors();
void draw(root);

function forceColors(): void {
  if (contrast.matches) void import("./lib/forced-colors.ts");
}

/**
 * Renders the first screen once, including its content if its code is loaded by then. Each step is a task of its own,
 * and the render is time-sliced, so that taps, paints and answers need not wait for the end.
 */
async function draw(place: HTMLElement): Promise<void> {
  await nextTurn();
  const history = createBrowserHistory();
  await nextTurn();
  const router = createAppRouter(history);
  router.subscribe("onResolved", fetchFilesFirst);
  await nextTurn();
  const isScreenThere = router.load().catch(() => undefined);
  const early = answerAtOnce();
  const soon = new Promise((resolve) => setTimeout(resolve, SOON_MS));
  await Promise.race([isScreenThere, soon]);
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <Providers early={early}>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    ),
  );
}
