import type { BulkSet, Noun } from "../../lib/selection/bulk-acts.ts";
import type { Selected } from "./selection-tools.tsx";

/** The properties of a dialog that asks for one change of a selection. */
export interface BulkDialogProps {
  noun: Noun;
  selected: readonly Selected[];
  onClose: () => void;
  /** Resolves with false when the change was refused; a toast has shown the reason. */
  onUpdate: (set: BulkSet) => Promise<boolean>;
}
