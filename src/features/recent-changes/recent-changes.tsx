import { type ConvexReactClient, useConvex } from "convex/react";
import { useEffect, useMemo } from "react";
import { TitledDialog } from "../../components/titled-dialog.tsx";
import { DialogBody } from "../../components/ui/dialog.tsx";
import { lazyPart } from "../../components/ui/lazy-part.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useKeys } from "../../hooks/use-keys.ts";
import { useStore } from "../../hooks/use-store.ts";
import { showError } from "../../lib/errors.ts";
import type { KeyBinding } from "../../lib/keys/keys.ts";
import { quick } from "../../lib/quick.ts";
import { visitBegan } from "../../lib/undo/visit-began.ts";

const RecentChangesList = lazyPart(() => import("./recent-changes-list.tsx"), {
  waiting: <Skeleton className="h-64" />,
});

/**
 * The undo keys, and the dialog with the person's own acts. The keys are bound at once; their code loads on first use.
 */
export function RecentChanges() {
  const convex = useConvex();
  useEffect(() => void visitBegan(), []);
  useKeys(useMemo(() => keysOf(convex), [convex]));
  const isOpen = useStore(quick, (open) => open === "changes");
  return (
    isOpen && (
      <TitledDialog
        open
        onClose={() => quick.set(null)}
        size="lg"
        title="Recent Changes"
        description="What you did, newest first. What somebody has changed since stays as it is."
      >
        <DialogBody>
          <RecentChangesList />
        </DialogBody>
      </TitledDialog>
    )
  );
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
