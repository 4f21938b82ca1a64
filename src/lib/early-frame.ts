import { argsIn } from "./address-pattern.ts";
import { viewPageOf } from "./views.ts";
import { screenDescriptions, screenTitles } from "./screen-titles.ts";

let frame: HTMLElement | null = null;

/**
 * Shows the frame of a signed-in page, with the heading of its screen and the sentence below it, while the page is
 * still empty. The frame stands where the page will show the same, and is only visual: nothing in it works.
 */
export function showEarlyFrame(): void {
  const root = document.getElementById("root");
  const title = valueAt(window.location.pathname, screenTitles);
  const isWall = new URLSearchParams(window.location.search).has("wall");
  if (root === null || root.childElementCount > 0 || title === undefined || isWall) return;
  frame = box(
    "absolute inset-x-0 top-0 z-20 min-h-dvh bg-canvas md:grid md:grid-cols-[15rem_minmax(0,1fr)]",
    box("border-r border-line bg-surface max-md:hidden"),
    box(
      "flex h-14 items-center border-b border-line bg-surface pl-[4.75rem] text-lg font-semibold tracking-tight md:hidden touch:pl-22",
      document.title,
    ),
    box(
      "mx-auto w-full max-w-[100rem] px-4 py-5 md:px-8 md:py-7",
      box("text-xl font-semibold tracking-[-0.011em] text-ink", title),
      box(
        // On a phone the button for the views stands beside the sentence.
        viewPageOf(window.location.pathname) === null
          ? "text-base text-ink-muted"
          : "text-base text-ink-muted max-md:mr-14 touch:max-md:mr-17",
        valueAt(window.location.pathname, screenDescriptions) ?? "",
      ),
    ),
  );
  frame.setAttribute("aria-hidden", "true");
  document.body.append(frame);
}

/** Removes the frame once the page itself is rendered. */
export function removeEarlyFrame(): void {
  frame?.remove();
  frame = null;
}

/** The value for an address in a table by address patterns. */
function valueAt(
  pathname: string,
  byPattern: Readonly<Record<string, string>>,
): string | undefined {
  return Object.entries(byPattern).find(([pattern]) => argsIn(pathname, pattern) !== null)?.[1];
}

function box(className: string, ...content: (string | Node)[]): HTMLElement {
  const element = document.createElement("div");
  element.className = className;
  element.append(...content);
  return element;
}
