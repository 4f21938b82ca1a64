import { useState } from "react";
import type { News } from "../../lib/forms/field-news.ts";
import { isSameValue } from "../../lib/forms/field-value.ts";

interface EditedField<Value> {
  /** The value in the live record. */
  saved: Value;
  /** The value that is edited here; undefined while the field only shows the saved one. */
  mine: Value | undefined;
  /** The saved value at the start of the edit, if that was before the field mounted. */
  since?: Value | undefined;
  /** Formats a value for a sentence. */
  say: (value: Value) => string | null;
  /** Discards the edit and returns to the saved value. */
  take: () => void;
}

/**
 * The news about a field that keeps its own edit state: another person's change of the saved value since the edit
 * began, or since the last decision about a change.
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
