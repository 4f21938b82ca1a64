import { useSyncExternalStore } from "react";

let isPrinting = false;

function subscribe(listen: () => void): () => void {
  const begin = () => {
    isPrinting = true;
    listen();
  };
  const end = () => {
    isPrinting = false;
    listen();
  };
  window.addEventListener("beforeprint", begin);
  window.addEventListener("afterprint", end);
  return () => {
    window.removeEventListener("beforeprint", begin);
    window.removeEventListener("afterprint", end);
  };
}

/** True while the page is printed: lists that render only the rows near the viewport must then render all of them. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting);
}
