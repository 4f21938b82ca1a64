import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";

import { Providers } from "./app/providers.tsx";
import { router } from "./app/router.tsx";
import { answerAtOnce } from "./features/session/early-session.ts";
import { askOnPress } from "./lib/answers/ask-on-press.ts";
import { keptAnswers } from "./lib/answers/kept/kept-answers.ts";
import { convexClient } from "./lib/connection/convex.ts";
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
router.subscribe("onResolved", fetchFilesFirst);

// The first picture is drawn once, with its screen in it, where the code of that is there already. It is drawn in slices: taps
// and answers do not wait for its end.
const isScreenThere = router.load().catch(() => undefined);
const early = answerAtOnce();
const soon = new Promise((resolve) => setTimeout(resolve, SOON_MS));
void Promise.race([isScreenThere, soon]).then(() =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers early={early}>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    ),
  ),
);
