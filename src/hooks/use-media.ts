import { useCallback, useSyncExternalStore } from "react";

/** True while a media query matches. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** True on a screen as narrow as a phone, where the sidebar is a drawer. */
export function usePhone(): boolean {
  return useMedia("(width < 48rem)");
}

/** True on touch screens, like the `touch` variant of the styles. */
export function useTouch(): boolean {
  return useMedia("(width < 48rem), (pointer: coarse)");
}
