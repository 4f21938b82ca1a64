import { backgroundWork } from "../background-work.ts";
import { convexClient } from "../connection/convex.ts";
import { outbox } from "../outbox/outbox.ts";

const typedIn = new Set<Element>();

/** Records the fields in which the user types, so that a reload loses no unsaved text. */
export function watchTyping(): void {
  document.addEventListener("input", ({ target }) => {
    if (target instanceof Element) typedIn.add(target);
  });
}

/**
 * True when this page can reload unnoticed: it is hidden and has no open dialog, no unsaved text and no running work.
 */
export function isQuiet(): boolean {
  return isUnattended() && !hasOpenDialog() && !hasTypedText() && !isWorking();
}

/** True for a hidden page, and for a wall board, which is always visible but never used for typing. */
function isUnattended(): boolean {
  return document.hidden || new URLSearchParams(window.location.search).has("wall");
}

function hasOpenDialog(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

function hasTypedText(): boolean {
  const fields = [...typedIn, ...document.querySelectorAll("textarea")];
  return fields.some((field) => field.isConnected && textOf(field) !== "");
}

function textOf(field: Element): string {
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isField ? field.value : (field.textContent ?? "");
}

function isWorking(): boolean {
  const { inflightMutations, inflightActions } = convexClient.connectionState();
  const { operations, isKept } = outbox.snapshot();
  // Refused work stays on a device that keeps it; a page that alone has it must not go.
  const waits = operations.some(({ state }) => state !== "refused" || !isKept);
  return waits || inflightMutations + inflightActions > 0 || backgroundWork.snapshot().length > 0;
}
