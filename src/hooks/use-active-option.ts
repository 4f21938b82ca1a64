import { type KeyboardEvent, useEffect, useState } from "react";
import { typedAhead } from "../lib/typed-ahead.ts";

/** The number of options that each key moves by; a page is the visible part of the list, less one. */
const stepByKey: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 7,
  PageUp: -7,
};

/**
 * The active option of a searched list: arrow keys in the search field move it, Enter chooses it. `fieldProps` are for
 * the field, which keeps the focus; each option needs the id from `optionId`.
 */
export function useActiveOption(list: {
  listId: string;
  count: number;
  /** The index of the option that is active at first. */
  first?: number;
  /** False while more options load. An Enter that was pressed before the field mounted waits for them. */
  isComplete?: boolean;
  scrollTo: (index: number) => void;
  onTake: (index: number) => void;
}) {
  const { listId, count, first = 0, isComplete = true, scrollTo, onTake } = list;
  const [wanted, setActive] = useState(first);
  // The list gets shorter while the user types, and by other people's changes.
  const active = Math.min(wanted, count - 1);
  const optionId = (index: number) => `${listId}-${String(index)}`;

  const [isEntered, setEntered] = useState(typedAhead.isEntered);
  useEffect(() => {
    if (!isEntered || !isComplete) return;
    setEntered(false);
    if (active >= 0) onTake(active);
  }, [isEntered, isComplete, active, onTake]);

  const onKeyDown = (event: KeyboardEvent) => {
    setEntered(false);
    const step = stepByKey[event.key];
    if (step !== undefined) {
      const next = Math.max(0, Math.min(active + step, count - 1));
      setActive(next);
      scrollTo(next);
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      if (active >= 0) onTake(active);
      else if (isComplete) return;
      else setEntered(true);
    } else return;
    event.preventDefault();
  };

  const fieldProps = {
    role: "combobox",
    "aria-expanded": true,
    "aria-controls": listId,
    "aria-autocomplete": "list",
    "aria-activedescendant": active >= 0 ? optionId(active) : undefined,
    autoComplete: "off",
    onKeyDown,
  } as const;
  return { active, setActive, optionId, fieldProps };
}
