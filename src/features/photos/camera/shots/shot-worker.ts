import { drawInWorker } from "../../preview/drawn-image.ts";
import { makeShotFiles, type ShotPicture } from "./shot-image.ts";
import type { WorkerAnswer } from "./shot-encoder.ts";

// A worker without canvases says nothing, and the page makes the files itself.
if (typeof OffscreenCanvas !== "undefined") {
  addEventListener("message", ({ data }: MessageEvent<ShotPicture & { id: number }>) => {
    const { id, ...picture } = data;
    makeShotFiles(picture, drawInWorker).then(
      (files) => answer({ id, files }),
      (error: unknown) => answer({ id, error: String(error) }),
    );
  });
  answer("ready");
}

function answer(message: WorkerAnswer): void {
  postMessage(message);
}
