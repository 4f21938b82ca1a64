/**
 * A ref for the panel of an open list or menu. Radix hides the rest of the page from assistive technology meanwhile, but
 * leaves what is hidden there focusable; this makes it inert too, so that no focus can get lost in it.
 */
export function keepFocusInside(panel: HTMLElement | null): (() => void) | undefined {
  // A closed list is rendered into a fragment of no page.
  if (panel?.isConnected !== true) return undefined;
  const others = [...document.body.children].filter(
    (element) => !element.contains(panel) && !element.hasAttribute("inert"),
  );
  for (const element of others) element.setAttribute("inert", "");
  return () => {
    for (const element of others) element.removeAttribute("inert");
  };
}
