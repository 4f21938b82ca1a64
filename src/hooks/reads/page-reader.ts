import type { ConvexReactClient } from "convex/react";
import type { FunctionReference, FunctionReturnType, OptionalRestArgs } from "convex/server";
import { api } from "../../../convex/_generated/api.js";

type Query = FunctionReference<"query">;

/**
 * A reader of the pages of one list, which fails when the viewer's role changes between them. Otherwise one file could
 * have the rents of some units and no rents of others. The server answers a page and the viewer as of one moment.
 */
export function pageReader(convex: ConvexReactClient) {
  const viewersRole = () => convex.watchQuery(api.users.viewer, {}).localQueryResult()?.role;
  let first = viewersRole();
  return async <Read extends Query>(
    query: Read,
    ...args: OptionalRestArgs<Read>
  ): Promise<FunctionReturnType<Read>> => {
    const page: FunctionReturnType<Read> = await convex.query(query, ...args);
    const role = viewersRole();
    first ??= role;
    if (role !== first) throw new Error("The role of the viewer changed between two pages.");
    return page;
  };
}
