import type { App, AppFunction } from "../app/app.ts";
import { canonicalPath, storedPath } from "../../wire/function-path.ts";
import type { JsonObject } from "../../values/json.ts";
import { unsupported } from "./refusals.ts";

const handlePrefix = "function://;";

/** The canonical path that a system call's function address (name, handle or reference) names. */
export function addressedPath(args: JsonObject): string {
  const { name, functionHandle, reference } = args;
  if (typeof name === "string") return canonicalPath(name);
  if (typeof functionHandle === "string" && functionHandle.startsWith(handlePrefix)) {
    return canonicalPath(functionHandle.slice(handlePrefix.length));
  }
  if (typeof reference === "string") throw unsupported(`Calling components (${reference})`);
  throw new Error("The call names no function.");
}

/** The handle text of `createFunctionHandle` for a canonical path. */
export function handleOf(path: string): string {
  return handlePrefix + storedPath(path);
}

/** The function to schedule. Throws when it does not exist or is a query. */
export function requireSchedulable(app: App, path: string): AppFunction {
  const found = app.functions.get(path);
  if (found === undefined) {
    throw new Error(`Attempted to schedule function at nonexistent path: ${storedPath(path)}`);
  }
  if (found.kind === "query") {
    throw new Error(
      `Attempted to schedule ${storedPath(path)}, which is a query: only mutations and actions can be scheduled.`,
    );
  }
  return found;
}
