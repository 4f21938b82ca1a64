import { HardDrive } from "lucide-react";
import { useHasRoom } from "./use-has-room.ts";

/**
 * Says, before a photo is chosen or taken, that this device cannot keep more photos. Its place is there before, because
 * a screen reader reads only what is new in a place that it knows.
 */
export function DeviceFullNote() {
  const hasRoom = useHasRoom();
  return (
    <div role="status" className="empty:sr-only">
      {!hasRoom && (
        <p className="flex items-start gap-2 rounded-lg border border-line bg-surface p-3 text-sm text-ink-muted">
          <HardDrive aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            <strong className="font-medium text-ink">This device is full.</strong> It keeps no more
            photos until some are sent, or until you free some space. With a network, a photo is
            sent at once.
          </span>
        </p>
      )}
    </div>
  );
}
