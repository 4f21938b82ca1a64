import { TitledDialog } from "../../../components/titled-dialog.tsx";
import { lazyPart } from "../../../components/ui/lazy-part.tsx";
import { DevicesSkeleton } from "./devices-skeleton.tsx";

const Devices = lazyPart(() => import("./devices.tsx"), { waiting: <DevicesSkeleton /> });

/**
 * The devices on which the viewer is signed in. The dialog opens at once; its content follows when its code is loaded.
 */
export function DevicesDialog({ onClose }: { onClose: () => void }) {
  return (
    <TitledDialog
      open
      onClose={onClose}
      title="Your devices"
      description="Where you are signed in. Sign out what you do not know or no longer use."
    >
      <Devices />
    </TitledDialog>
  );
}
