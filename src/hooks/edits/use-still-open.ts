import { createContext, useCallback, useContext, useEffect, useRef } from "react";

/** Tells the parts of a dialog whether it is open: they stay for a moment while it goes. */
export const OpenContext = createContext(true);

/**
 * Tells later whether the form that asks is still open. What ends after that changes nothing on the screen, because another form
 * may stand in its place.
 */
export function useStillOpen(): () => boolean {
  const isOpen = useContext(OpenContext);
  const latest = useRef(false);
  useEffect(() => {
    latest.current = isOpen;
    return () => {
      latest.current = false;
    };
  }, [isOpen]);
  return useCallback(() => latest.current, []);
}
