/** Empties the local and session storage of this site, and keeps them empty when the page closes. */
export function clearBrowserData(): void {
  localStorage.clear();
  sessionStorage.clear();
  // The router stores scroll positions when a page closes; this listener runs after the router's.
  window.addEventListener("pagehide", () => sessionStorage.clear());
}
