import { Fragment, type ReactNode } from "react";
import { useLast } from "../hooks/use-last.ts";
import { TitledDialog } from "./titled-dialog.tsx";

interface Words {
  title: string;
  description: string;
}

interface RecordDialogProps<Item extends { id: string }> {
  /** The edited record; "new" adds one; undefined closes the dialog. */
  subject: Item | "new" | undefined;
  adding: Words;
  editing: Words;
  onClose: () => void;
  /** Renders the form of the edited record; null stands for a new one. */
  children: (item: Item | null) => ReactNode;
}

/** A dialog that adds a record or changes one. Closing empties its form. */
export function RecordDialog<Item extends { id: string }>(props: RecordDialogProps<Item>) {
  const shown = useLast(props.subject);
  if (!shown) return null;
  const item = shown === "new" ? null : shown;
  return (
    <TitledDialog
      open={props.subject !== undefined}
      onClose={props.onClose}
      {...(item ? props.editing : props.adding)}
    >
      <Fragment key={item?.id ?? "new"}>{props.children(item)}</Fragment>
    </TitledDialog>
  );
}
