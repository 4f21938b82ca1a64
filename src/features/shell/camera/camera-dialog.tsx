import { TitledDialog } from "../../../components/titled-dialog.tsx";
import { DialogBody } from "../../../components/ui/dialog.tsx";
import { lazyPart } from "../../../components/ui/lazy-part.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";

const CameraPlaces = lazyPart(() => import("./camera-places.tsx"), {
  waiting: (
    <DialogBody>
      <Skeleton className="h-40" />
    </DialogBody>
  ),
});

interface CameraDialogProps {
  projectId: string | undefined;
  onClose: () => void;
}

/**
 * Asks which unit of the chosen project the photos are of. The dialog opens at once; its content follows when its code
 * is loaded.
 */
export function CameraDialog(props: CameraDialogProps) {
  return (
    <TitledDialog
      open
      onClose={props.onClose}
      title="Take photos"
      description="Choose the unit that they are of."
    >
      <CameraPlaces {...props} />
    </TitledDialog>
  );
}
