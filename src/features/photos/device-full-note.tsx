import { HardDrive } from "lucide-react";
import { useHasRoom } from "./use-has-room.ts";

/** Says, before a photo is chosen or taken, that this device cannot keep more photos. */
export function DeviceFullNote() {
  const hasRoom = useHasRoom();
  if (hasRoom) return null;
  return (
    <p
      role="status"
      className="flex items-start gap-2 rounded-lg border border-line bg-surface p-3 text-sm text-ink-muted"
    >
      <HardDrive aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <strong className="font-medium text-ink">This device is full.</strong> It keeps no more
        photos until some are sent, or until you free some space. With a network, a photo is sent at
        once.
      </span>
    </p>
  );
}
