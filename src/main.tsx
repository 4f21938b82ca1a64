import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { Providers } from "./app/providers.tsx";
import { router } from "./app/router.tsx";
import { keptAnswers } from "./lib/answers/kept/kept-answers.ts";
import { fetchFilesFirst } from "./lib/parts/load-chunk.ts";
import { refuseDroppedFiles } from "./lib/refuse-dropped-files.ts";
import { listenForInstallOffer } from "./lib/version/installing.ts";
import { startWorker } from "./lib/version/start-worker.ts";
import "./lib/zod-config.ts";
import "./styles.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

// The store of the device opens while the first picture is drawn, which needs it then.
void keptAnswers.viewer();
listenForInstallOffer();
refuseDroppedFiles();
startWorker();
router.subscribe("onResolved", fetchFilesFirst);

createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
