import { useEffect, useRef } from "react";
import { roleLabel } from "../../convex/rules/labels.ts";
import { isUserRole } from "../../convex/rules/permissions.ts";
import { useViewer } from "../hooks/people/use-viewer.ts";
import { toastStore } from "../lib/toast-store.ts";
import { typedHere } from "../lib/typed/left-texts.ts";

/** Says that the role of the signed-in person has changed, because buttons, dialogs and pages vanish with it. */
export function useRoleChange(): void {
  const { id, role } = useViewer();
  const before = useRef({ id, role });
  useEffect(() => {
    const isChanged = before.current.id === id && before.current.role !== role;
    before.current = { id, role };
    if (!isChanged) return;
    const now = isUserRole(role)
      ? `Your role is ${roleLabel(role)} now.`
      : "You have no role in this workspace now.";
    const hasTyped = [...typedHere().values()].some((text) => text !== "");
    const typed = hasTyped ? " What you typed is kept, and shown when you sign out." : "";
    toastStore.show({ title: "Your role has changed", description: now + typed });
  }, [id, role]);
}
