import { useMemo } from "react";
import { toast } from "../../../../components/ui/toast.ts";
import { useStore } from "../../../../hooks/use-store.ts";
import { backgroundWork } from "../../../../lib/background-work.ts";
import { formatCount } from "../../../../lib/format.ts";
import { addPhotos } from "../../sending/add-photos.ts";
import { followUnsentPhotos, unitPhotosAddress } from "../../sending/unsent-photos.ts";
import { uploadQueue } from "../../sending/uploads.ts";
import { CameraRoll, type ShotPlace, type TakenShot } from "./camera-roll.ts";
import type { Taken } from "./picture.ts";
import { ShotEncoder } from "./shot-encoder.ts";

/** The encoder of this window. */
export const shotEncoder = new ShotEncoder(() => {
  if (typeof Worker === "undefined") return null;
  return new Worker(new URL("./shot-worker.ts", import.meta.url), { type: "module" });
});

/** The shots of this window. */
const cameraRoll = new CameraRoll(
  (picture) => shotEncoder.encode(picture),
  (place, shot) => {
    followUnsentPhotos(place.unitId, unitPhotosAddress(place));
    void addPhotos(place, [shot]);
  },
);

cameraRoll.subscribe(askWhileMaking);

/** Takes a shot. A failure is shown at once, while the photo can still be taken again. */
export async function takeShot(place: ShotPlace, taken: Taken): Promise<void> {
  if (await cameraRoll.take(place, taken)) return;
  const description = "The photo could not be made. Take it again.";
  toast({ title: "Photo not kept", description, variant: "destructive" });
}

/**
 * The state of a shot on its way to the server. A shot is "keeping" until the device has it, and "held" when the device
 * could not keep it: it ends with the page.
 */
export type ShotState = "making" | "keeping" | "held" | "sending" | "sent" | "failed";

/** A shot with its state. */
export type ShownShot = TakenShot & { way: ShotState };

/** The shots of a unit, the newest first. */
export function useShots(unitId: string): readonly ShownShot[] {
  const shots = useStore(cameraRoll, (all) => all);
  const uploads = useStore(uploadQueue, (all) => all);
  return useMemo(() => {
    const wayOf = ({ key, state }: TakenShot): ShotState => {
      if (state !== "made") return state;
      const upload = uploads.find((candidate) => candidate.key === key);
      if (upload === undefined) return uploadQueue.hasArrived(key) ? "sent" : "failed";
      if (!upload.isKept) return upload.isTried ? "held" : "keeping";
      return upload.state === "failed" ? "failed" : "sending";
    };
    return shots
      .filter(({ place }) => place.unitId === unitId)
      .map((shot) => ({ ...shot, way: wayOf(shot) }));
  }, [shots, uploads, unitId]);
}

/** Registers shots without files as background work, so that the browser asks before the page closes. */
function askWhileMaking(): void {
  const making = cameraRoll.snapshot().filter(({ state }) => state === "making");
  const [first] = making;
  const text = `Keeping ${formatCount(making.length, "photo")}`;
  backgroundWork.set(
    "shots",
    first === undefined ? null : { text, share: null, address: unitPhotosAddress(first.place) },
  );
}
