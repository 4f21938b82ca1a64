import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useRef } from "react";

declare module "@tanstack/history" {
  interface HistoryState {
    /** The step was added by opening a dialog here, so going back closes it. */
    dialogOpened?: boolean;
  }
}

/** Changes to search parameters; null takes one out of the address. */
export type SearchPatch = Readonly<Record<string, string | number | readonly string[] | null>>;

/** The functions with which a page keeps its open dialog in the address. */
export interface DialogAddress {
  /** Opens a dialog as a new step, so that Back closes it. */
  open: (patch: SearchPatch) => void;
  /** Changes what is shown, without a new step. */
  change: (patch: SearchPatch) => void;
  /** Closes the dialog: takes the step back, or clears these parameters when it came by link. */
  close: (keys: readonly string[]) => void;
}

/** The dialog part of the current page's address. */
export function useDialogAddress(): DialogAddress {
  const navigate = useNavigate();
  const { history } = useRouter();
  // Going back takes effect later; a second close in between would leave the page.
  const goingBack = useRef(false);

  useEffect(() => history.subscribe(() => (goingBack.current = false)), [history]);

  return useMemo(() => {
    const go = (patch: SearchPatch, replace: boolean) =>
      void navigate({
        to: ".",
        search: (previous: Record<string, unknown>) => patchSearch(previous, patch),
        state: replace ? true : { dialogOpened: true },
        replace,
        resetScroll: false,
      });
    return {
      open: (patch) => go(patch, false),
      change: (patch) => go(patch, true),
      close: (keys) => {
        if (goingBack.current) return;
        if (history.location.state.dialogOpened) {
          goingBack.current = true;
          history.back();
        } else {
          go(Object.fromEntries(keys.map((key) => [key, null])), true);
        }
      },
    };
  }, [navigate, history]);
}

function patchSearch(previous: Record<string, unknown>, patch: SearchPatch) {
  const next = { ...previous };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete next[key];
    else next[key] = value;
  }
  return next;
}
