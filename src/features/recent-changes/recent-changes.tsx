import { type ConvexReactClient, useConvex } from "convex/react";
import { useEffect, useMemo } from "react";
import { lazyPart } from "../../components/ui/lazy-part.tsx";
import { useKeys } from "../../hooks/use-keys.ts";
import { useStore } from "../../hooks/use-store.ts";
import { showError } from "../../lib/errors.ts";
import type { KeyBinding } from "../../lib/keys/keys.ts";
import { quick } from "../../lib/quick.ts";
import { visitBegan } from "../../lib/undo/visit-began.ts";

const RecentChangesDialog = lazyPart(() => import("./recent-changes-dialog.tsx"), {
  failedClassName: "hidden",
});

/** The keys that take back what the person did, and the menu of it. What they do is loaded when it is asked for. */
export default function RecentChanges() {
  const convex = useConvex();
  useEffect(() => void visitBegan(), []);
  useKeys(useMemo(() => keysOf(convex), [convex]));
  const isOpen = useStore(quick, (open) => open === "changes");
  return isOpen && <RecentChangesDialog onClose={() => quick.set(null)} />;
}

function keysOf(convex: ConvexReactClient): readonly KeyBinding[] {
  const key = (keys: string, does: string, act: "undo" | "redo"): KeyBinding => ({
    ...{ keys, does, group: "Anywhere", reach: "dialogs" },
    run: () => {
      import("../../lib/undo/undo-keys.ts")
        .then(({ undoKeysOf }) => undoKeysOf(convex)[act]())
        .catch((error: unknown) => showError(error, "Nothing was undone. Try again in a moment."));
      return true;
    },
  });
  return [
    key("mod+z", "Undo what you did last", "undo"),
    key("mod+shift+z", "Do again what you undid", "redo"),
  ];
}
