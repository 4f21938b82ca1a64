import { useState } from "react";
import type { News } from "../../lib/forms/field-news.ts";
import { isSameValue } from "../../lib/forms/field-value.ts";

interface EditedField<Value> {
  /** The live value of the record. */
  saved: Value;
  /** The value that is edited here; undefined while nobody edits it, and the field shows the saved one. */
  mine: Value | undefined;
  /** The saved value when the editing began, where that was before the field was shown. */
  since?: Value | undefined;
  /** Puts a value into words. */
  say: (value: Value) => string | null;
  /** Goes back to the saved value. */
  take: () => void;
}

/**
 * The news at a field with a state of its own: what another person has changed the saved value to since the editing began, or
 * since the last decision about it.
 */
export function useLiveField<Value>(edited: EditedField<Value>): News | null {
  const { saved, mine, since, say, take } = edited;
  const [known, setKnown] = useState(since ?? saved);
  const isKnown = isSameValue(known, saved);
  const isSettled = mine === undefined || isSameValue(mine, saved);
  if (!isKnown && isSettled) setKnown(saved);
  if (isKnown || isSettled) return null;
  return { text: say(saved), keep: () => setKnown(saved), take };
}
