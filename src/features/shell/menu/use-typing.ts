import { useSyncExternalStore } from "react";

const TYPED_IN =
  "textarea, select, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=file])";

/** True while the focus is in a field that opens a phone's keyboard. */
export function useTyping(): boolean {
  return useSyncExternalStore(subscribe, () => document.activeElement?.matches(TYPED_IN) === true);
}

function subscribe(listener: () => void): () => void {
  document.addEventListener("focusin", listener);
  document.addEventListener("focusout", listener);
  return () => {
    document.removeEventListener("focusin", listener);
    document.removeEventListener("focusout", listener);
  };
}
