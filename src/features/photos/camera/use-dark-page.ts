import { useLayoutEffect } from "react";

/** Makes the page dark while the component is mounted, including the lists and notices above it. */
export function useDarkPage(): void {
  useLayoutEffect(() => {
    const { classList } = document.documentElement;
    classList.add("always-dark");
    return () => classList.remove("always-dark");
  }, []);
}
