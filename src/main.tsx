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

/** The first picture waits so long for its screen, which may be on the way. */
const SOON_MS = 50;

// The store of the device opens while the first picture is drawn, which needs it then.
void keptAnswers.viewer();
listenForInstallOffer();
refuseDroppedFiles();
askOnPress(convexClient);
startWorker();
void draw(root);

/**
 * Draws the first picture once, with its screen in it, where the code of that is there already. Its steps are turns of their own,
 * and it is drawn in slices: taps, paints and answers do not wait for its end.
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
