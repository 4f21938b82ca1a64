import { useEffect } from "react";
import { useStore } from "../../hooks/use-store.ts";
import type { RecordSelection } from "../../lib/selection/record-selection.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import type { Selected } from "./selection-tools.tsx";

const SelectionTools = lazyPart(() => import("./selection-tools.tsx"), {
  failedClassName: "rounded-lg border border-line bg-raised",
});

interface SelectionBarProps {
  noun: "task" | "unit";
  selection: RecordSelection;
  /** All records of the list, also those that a filter hides. */
  records: readonly Selected[];
  /** The ids of the records that the filter lets through. */
  shown: readonly string[];
}

/** The actions for the selected records, at the bottom of their list; shown while something is selected. */
export function SelectionBar({ noun, selection, records, shown }: SelectionBarProps) {
  const ids = useStore(selection, (now) => now);
  const selected = records.filter(({ id }) => ids.has(id));
  const isGone = ids.size > 0 && records.length > 0 && selected.length === 0;
  useEffect(() => {
    // All selected records were deleted or have left the list.
    if (isGone) selection.clear();
  }, [isGone, selection]);
  if (selected.length === 0) return null;
  return <SelectionTools noun={noun} selection={selection} selected={selected} shown={shown} />;
}
