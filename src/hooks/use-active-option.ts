import { type KeyboardEvent, useEffect, useState } from "react";
import { typedAhead } from "../lib/typed-ahead.ts";

/** The steps that these keys move in the list; a page is the seen part of it, less one. */
const stepByKey: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 7,
  PageUp: -7,
};

/**
 * The active option of a searched list: arrows in the search field move it, Enter takes it. `fieldProps`
 * are for the field, which keeps the focus; each option has the id that `optionId` gives it.
 */
export function useActiveOption(list: {
  listId: string;
  count: number;
  /** The option at which it begins. */
  first?: number;
  /** False while more options are on the way: what was entered before the field was there waits for them. */
  isComplete?: boolean;
  scrollTo: (index: number) => void;
  onTake: (index: number) => void;
}) {
  const { listId, count, first = 0, isComplete = true, scrollTo, onTake } = list;
  const [wanted, setActive] = useState(first);
  // The list gets shorter while somebody is typing, or by what others do.
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
