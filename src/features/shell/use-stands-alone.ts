import { useMatches, useSearch } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** True for a page that fills the screen, without menu and bars. */
    standsAlone?: boolean;
  }
}

/** True while a page fills the screen: the camera, or the wall board. */
export function useStandsAlone(): boolean {
  const isWall = useSearch({ strict: false, select: ({ wall }) => wall !== undefined });
  const standsAlone = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.standsAlone === true),
  });
  return isWall || standsAlone;
}
