/**
 * Calls the listener when the page comes to the front: one that the browser had frozen has heard no messages. Returns a
 * function that removes it.
 */
export function onReturn(listener: () => void): () => void {
  const follow = () => {
    if (!document.hidden) listener();
  };
  document.addEventListener("visibilitychange", follow);
  return () => document.removeEventListener("visibilitychange", follow);
}
