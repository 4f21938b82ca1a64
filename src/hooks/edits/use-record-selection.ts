import { createContext, useContext, useEffect, useState } from "react";
import {
  createRecordSelection,
  type RecordSelection,
} from "../../lib/selection/record-selection.ts";
import { useStore } from "../use-store.ts";

/** Carries the selection of a list to its rows; null where a list has none. */
export const SelectionContext = createContext<RecordSelection | null>(null);

/** The selection of a screen, which learns the records shown in their order. It lives as long as the screen. */
export function useRecordSelection(shown: readonly string[]): RecordSelection {
  const [selection] = useState(createRecordSelection);
  useEffect(() => selection.show(shown), [selection, shown]);
  return selection;
}

/** True while a record is selected in the list around. */
export function useSelected(id: string): boolean {
  return useStore(useContext(SelectionContext) ?? none, (ids) => ids.has(id));
}

const none = createRecordSelection();
