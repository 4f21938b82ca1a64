import { useEffect, useState } from "react";
import { maxPhotoBytes } from "../../../convex/rules/photoLimits.ts";
import { useStore } from "../../hooks/use-store.ts";
import { outbox } from "../../lib/outbox/outbox.ts";
import { canKeep } from "../../lib/photos/device-room.ts";

/** False when this device has no room for another photo of the largest size. */
export function useHasRoom(): boolean {
  const waiting = useStore(outbox, ({ operations }) => operations.length);
  const [hasRoom, setHasRoom] = useState(true);
  useEffect(() => {
    let isShown = true;
    void canKeep(maxPhotoBytes).then((answer) => {
      if (isShown) setHasRoom(answer);
    });
    return () => {
      isShown = false;
    };
  }, [waiting]);
  return hasRoom;
}
