import { useMatches, useSearch } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The page has the whole screen, without menu and bars. */
    standsAlone?: boolean;
  }
}

/** True while a page has the whole screen: the camera, and a board on a screen in the office. */
export function useStandsAlone(): boolean {
  const isWall = useSearch({ strict: false, select: ({ wall }) => wall !== undefined });
  const standsAlone = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.standsAlone === true),
  });
  return isWall || standsAlone;
}
