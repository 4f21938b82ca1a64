import { newRequestKey } from "../../../../lib/request-key.ts";
import { createStore } from "../../../../lib/store.ts";
import type { Shot } from "../../sending/add-photos.ts";
import type { PhotoPlace } from "../../sending/staged-photos.ts";
import type { Taken } from "./picture.ts";
import type { ShotFiles, ShotPicture } from "./shot-image.ts";

/** The place of a shot: a stage of a unit, and its task. */
export interface ShotPlace extends PhotoPlace {
  projectId: string;
  taskId: string | null;
}

/** A photo that was taken in this window. */
export interface TakenShot {
  key: string;
  place: ShotPlace;
  takenAt: string;
  tile: HTMLCanvasElement | null;
  /** The files are being made, were handed over, or could not be made. */
  state: "making" | "made" | "failed";
}

/** The most shots that may wait for their files: each one holds a picture of some 20 MB. */
export const MOST_AT_ONCE = 4;

/** The most tiles that are kept. */
const MOST_TILES = 60;

/**
 * The shots of this window, the newest first. Owns them until their files are made and hands each one over at once;
 * does not know how they are sent. Lives longer than the page that took them.
 */
export class CameraRoll {
  readonly #makeFiles: (picture: ShotPicture) => Promise<ShotFiles>;
  readonly #handOver: (place: ShotPlace, shot: Shot) => void;
  readonly #store = createStore<readonly TakenShot[]>([]);

  constructor(
    makeFiles: (picture: ShotPicture) => Promise<ShotFiles>,
    handOver: (place: ShotPlace, shot: Shot) => void,
  ) {
    this.#makeFiles = makeFiles;
    this.#handOver = handOver;
  }

  readonly subscribe = this.#store.subscribe;
  readonly snapshot = this.#store.snapshot;

  /** Shows the tile now, and hands the photo over when its files are made; false when they could not be made. */
  async take(place: ShotPlace, { tile, picture }: Taken, now = new Date()): Promise<boolean> {
    const shot = { key: newRequestKey(), place, takenAt: now.toISOString(), tile };
    this.#store.set(
      [{ ...shot, state: "making" as const }, ...this.snapshot()].slice(0, MOST_TILES),
    );
    try {
      const { photo, preview } = await this.#makeFiles(await picture);
      const name = fileName(place, now);
      this.#handOver(place, {
        ...{ key: shot.key, name, preview, caption: null, photoDate: null },
        ...{ taskId: place.taskId, takenAt: shot.takenAt, isTakenHere: true as const },
        file: new File([photo], name, { type: photo.type, lastModified: now.getTime() }),
      });
      this.#settle(shot.key, "made");
      return true;
    } catch {
      this.#settle(shot.key, "failed");
      return false;
    }
  }

  #settle(key: string, state: TakenShot["state"]): void {
    this.#store.set(this.snapshot().map((shot) => (shot.key === key ? { ...shot, state } : shot)));
  }
}

/** The file name has the stage and the local time of the device. */
function fileName({ type }: ShotPlace, at: Date): string {
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()];
  const text = (numbers: number[]) =>
    numbers.map((part) => String(part).padStart(2, "0")).join("-");
  return `${type} ${text(parts)} ${text(time)}.jpg`;
}
