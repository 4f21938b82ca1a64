import { DialogBody } from "../../../components/ui/dialog.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";

/** The placeholder of the viewer's sessions while they load. */
export function DevicesSkeleton() {
  return (
    <DialogBody aria-busy="true">
      <div className="grid gap-2">
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    </DialogBody>
  );
}
