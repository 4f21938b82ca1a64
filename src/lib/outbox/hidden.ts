import type { Operation } from "./operation.ts";

/** The kind under which the list has an operation that nobody may see. */
export const HIDDEN = "hidden";

/** True for an operation that may be another person's. It stays on the device until a person calls it their own. */
export function isHidden({ kind }: Pick<Operation, "kind">): boolean {
  return kind === HIDDEN;
}
