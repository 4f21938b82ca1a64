import { createContext, useContext, useEffect, useState } from "react";
import {
  createRecordSelection,
  type RecordSelection,
} from "../../lib/selection/record-selection.ts";
import { useViewer } from "../people/use-viewer.ts";
import { useStore } from "../use-store.ts";

/** Carries the selection of a list to its rows; null where a list has none. */
export const SelectionContext = createContext<RecordSelection | null>(null);

/** The selection of a list of this page. It lives as long as its screen, and outlives a reload. */
export function useKeptSelection(list: string): RecordSelection {
  const { id } = useViewer();
  const [selection] = useState(() =>
    createRecordSelection(`selected ${id} ${window.location.pathname} ${list}`),
  );
  return selection;
}

/** The same, which learns the records shown in their order. */
export function useRecordSelection(list: string, shown: readonly string[]): RecordSelection {
  const selection = useKeptSelection(list);
  useEffect(() => selection.show(shown), [selection, shown]);
  return selection;
}

/** True while a record is selected in the list around. */
export function useSelected(id: string): boolean {
  return useStore(useContext(SelectionContext) ?? none, (ids) => ids.has(id));
}

const none = createRecordSelection();
