/** Empties local and session storage of this site, and leaves them empty when the page goes. */
export function clearBrowserData(): void {
  localStorage.clear();
  sessionStorage.clear();
  // Leaving a page makes the router store scroll positions; this listener runs after its own.
  window.addEventListener("pagehide", () => sessionStorage.clear());
}
