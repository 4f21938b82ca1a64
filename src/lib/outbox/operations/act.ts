import type { NewOperation } from "../operation.ts";

/** The delay in ms up to which an act is sent without its time, because the device's clock may be wrong. */
const PROMPT_MS = 2000;

/** The key of an operation, and the time at which it was made unless it is sent at once. */
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
