import type { ComponentProps, ReactNode } from "react";
import { OpenContext } from "../hooks/edits/use-still-open.ts";
import { PartBoundary } from "./part-boundary.tsx";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "./ui/dialog.tsx";

interface TitledDialogProps extends Pick<
  ComponentProps<typeof DialogContent>,
  "size" | "className" | "onCloseAutoFocus"
> {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** The subject of the dialog, in a sentence or by name; a name may be long. */
  description: ReactNode;
  children: ReactNode;
}

/** A dialog with a title and a description, above a form or another body. An error inside it leaves the page alone. */
export function TitledDialog(props: TitledDialogProps) {
  const { open, onClose, title, description, children, ...content } = props;
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent {...content}>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{description}</DialogDescription>
        </DialogHeader>
        <OpenContext value={open}>
          <PartBoundary>{children}</PartBoundary>
        </OpenContext>
      </DialogContent>
    </Dialog>
  );
}
