import type { NewOperation } from "../operation.ts";

/** An act that reaches the server within this time needs no time of its own: the clock of a device may be wrong. */
const PROMPT_MS = 2000;

/** The key of an operation, and the moment it was made unless it goes out at once. */
export function actOf({
  id,
  madeAt,
  madeOffline,
}: Pick<NewOperation, "id" | "madeAt" | "madeOffline">): {
  key: string;
  madeAt?: string;
} {
  if (!madeOffline && Date.now() - madeAt < PROMPT_MS) return { key: id };
  return { key: id, madeAt: new Date(madeAt).toISOString() };
}
