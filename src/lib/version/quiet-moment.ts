import { backgroundWork } from "../background-work.ts";
import { convexClient } from "../connection/convex.ts";
import { outbox } from "../outbox/outbox.ts";

const typedIn = new Set<Element>();

/** Notes the fields that somebody types in, so that no unsaved text is lost by a page that loads anew. */
export function watchTyping(): void {
  document.addEventListener("input", ({ target }) => {
    if (target instanceof Element) typedIn.add(target);
  });
}

/** True when this page may load anew without anybody noticing: unseen, with nothing open, unsaved or under way. */
export function isQuiet(): boolean {
  return isUnattended() && !hasOpenDialog() && !hasTypedText() && !isWorking();
}

/** A board on the wall is always in view, and nobody types on it. */
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
  const waits = outbox.snapshot().operations.some(({ state }) => state !== "refused");
  return waits || inflightMutations + inflightActions > 0 || backgroundWork.snapshot().length > 0;
}
