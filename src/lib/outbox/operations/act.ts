import { momentOf, type NewOperation } from "../operation.ts";

/** The delay in ms up to which an act is sent without its time, because the device's clock may be wrong. */
const PROMPT_MS = 2000;

/** The key of an operation, and the time at which it was made unless it is sent at once. */
export function actOf(
  operation: Pick<NewOperation, "id" | "madeAt" | "clockLag" | "madeOffline">,
): {
  key: string;
  madeAt?: string;
} {
  const { id: key, madeAt, madeOffline } = operation;
  if (!madeOffline && Date.now() - madeAt < PROMPT_MS) return { key };
  return { key, madeAt: new Date(momentOf(operation)).toISOString() };
}
