import { useLayoutEffect } from "react";

/** Makes the page dark while this is shown, with the lists and notices that open above it. */
export function useDarkPage(): void {
  useLayoutEffect(() => {
    const { classList } = document.documentElement;
    classList.add("always-dark");
    return () => classList.remove("always-dark");
  }, []);
}
