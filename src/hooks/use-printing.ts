import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

let isPrinting = false;

function subscribe(listen: () => void): () => void {
  const media = window.matchMedia("print");
  // The browser captures the page when the listeners return, so the render must be synchronous. Chromium can tell of the
  // medium after the capture, so "beforeprint" counts too.
  const tell = (isOnPaper: boolean) =>
    flushSync(() => {
      isPrinting = isOnPaper;
      listen();
    });
  const begin = () => tell(true);
  const end = () => tell(false);
  const look = () => tell(media.matches);
  isPrinting ||= media.matches;
  window.addEventListener("beforeprint", begin);
  window.addEventListener("afterprint", end);
  media.addEventListener("change", look);
  return () => {
    window.removeEventListener("beforeprint", begin);
    window.removeEventListener("afterprint", end);
    media.removeEventListener("change", look);
  };
}

/** True while the page is printed: lists that render only the rows near the viewport must then render all of them. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting);
}
