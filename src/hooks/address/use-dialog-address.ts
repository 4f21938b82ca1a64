import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useRef } from "react";

declare module "@tanstack/history" {
  interface HistoryState {
    /** True when a dialog here added the history entry, so that going back closes it. */
    dialogOpened?: boolean;
  }
}

/** Changes of search parameters; null removes a parameter. */
export type SearchPatch = Readonly<Record<string, string | number | readonly string[] | null>>;

/** The functions that keep the open dialog of a page in the address. */
export interface DialogAddress {
  /** Opens a dialog as a new history entry, so that Back closes it. */
  open: (patch: SearchPatch) => void;
  /** Changes search parameters without a new history entry. */
  change: (patch: SearchPatch) => void;
  /** Closes the dialog: goes back one entry, or removes these parameters when a link opened the dialog. */
  close: (keys: readonly string[]) => void;
}

/** The functions that change the search parameters of the current page. */
export function useDialogAddress(): DialogAddress {
  const navigate = useNavigate();
  const { history } = useRouter();
  // Going back is asynchronous; a second close in between would leave the page.
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
