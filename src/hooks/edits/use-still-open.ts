import { createContext, useCallback, useContext, useEffect, useRef } from "react";

/** True while the surrounding dialog is open; its parts stay mounted for a moment while it closes. */
export const OpenContext = createContext(true);

/**
 * Returns a function that tells later if the form is still open. Work that ends after the closing must not change the
 * screen, because another form may be in its place.
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
