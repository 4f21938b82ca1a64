/**
 * A ref for the panel of an open list or menu. Radix hides the rest of the page from assistive technology meanwhile,
 * but leaves the hidden elements focusable. This makes them inert too, so that the focus cannot get lost in them.
 */
export function keepFocusInside(panel: HTMLElement | null): (() => void) | undefined {
  // A closed list renders into a fragment outside of the document.
  if (panel?.isConnected !== true) return undefined;
  const others = [...document.body.children].filter(
    (element) => !element.contains(panel) && !element.hasAttribute("inert"),
  );
  for (const element of others) element.setAttribute("inert", "");
  return () => {
    for (const element of others) element.removeAttribute("inert");
  };
}
