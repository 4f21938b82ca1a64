import { createContext, useContext, useEffect, useState } from "react";
import {
  createRecordSelection,
  type RecordSelection,
} from "../../lib/selection/record-selection.ts";
import { useViewer } from "../people/use-viewer.ts";
import { useStore } from "../use-store.ts";

/** The selection of the surrounding list; null where the list has none. */
export const SelectionContext = createContext<RecordSelection | null>(null);

/** The selection of a list on this page. It lasts as long as the screen, and survives a reload. */
export function useKeptSelection(list: string): RecordSelection {
  const { id } = useViewer();
  const [selection] = useState(() =>
    createRecordSelection(`selected ${id} ${window.location.pathname} ${list}`),
  );
  return selection;
}

/** The same selection, which also learns the order of the shown records. */
export function useRecordSelection(list: string, shown: readonly string[]): RecordSelection {
  const selection = useKeptSelection(list);
  useEffect(() => selection.show(shown), [selection, shown]);
  return selection;
}

/** True while the record is selected in the surrounding list. */
export function useSelected(id: string): boolean {
  return useStore(useContext(SelectionContext) ?? none, (ids) => ids.has(id));
}

const none = createRecordSelection();
