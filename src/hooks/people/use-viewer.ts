import type { FunctionReturnType } from "convex/server";
import { createContext, useContext } from "react";

import type { api } from "../../../convex/_generated/api.js";
import { can, type Permission } from "../../../convex/rules/permissions.ts";

/** The signed-in user. */
export type Viewer = NonNullable<FunctionReturnType<typeof api.users.viewer>>;

/** The viewer, for every screen inside the signed-in shell. */
export const ViewerContext = createContext<Viewer | null>(null);

/** The signed-in user, live; only inside the signed-in shell. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (viewer === null) throw new Error("useViewer needs the signed-in shell around it");
  return viewer;
}

/** True while the viewer holds a permission; follows role changes at once. */
export function useCan(permission: Permission): boolean {
  return can(useViewer().role, permission);
}
