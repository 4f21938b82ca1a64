import { errorCode } from "../errors.ts";

/** The last result of a live read: an answer, an error, or undefined while there is neither. */
export function resultOf(watch: { localQueryResult: () => unknown }): unknown {
  try {
    return watch.localQueryResult();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** True for equal results. The client creates a new error object for a failed read each time it is asked. */
export function isSameResult(older: unknown, newer: unknown): boolean {
  if (!(older instanceof Error && newer instanceof Error)) return older === newer;
  return older.message === newer.message && errorCode(older) === errorCode(newer);
}
