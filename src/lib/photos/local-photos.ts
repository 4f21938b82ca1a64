import { makerOf } from "../outbox/operation.ts";
import { createStore, withEntry } from "../store.ts";
import type { PhotoFiles } from "./send-photo.ts";

/** A photo whose files are on this device, with object URLs for this page. */
export interface LocalPhoto {
  /** The id of the operation that adds it. */
  key: string;
  preview: string;
  /** Null once the server has the photo, which then provides the original. */
  original: string | null;
  /** The file name from the server; null until the server has given one. */
  filename: string | null;
}

/**
 * The number of stored photos that are still shown from this device, so that no image is replaced by an equal one from
 * the server.
 */
const MOST_STORED = 60;

const store = createStore<ReadonlyMap<string, LocalPhoto>>(new Map());

/** The photos of this page that are shown from the device, by the operation that adds them. */
export const localPhotos = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,

  /** The photo with this file name, which is the server's or a pending one. */
  find: (filename: string): LocalPhoto | undefined => {
    const maker = makerOf(filename);
    if (maker !== null) return store.snapshot().get(maker);
    return [...store.snapshot().values()].find((photo) => photo.filename === filename);
  },

  put: (key: string, { photo, preview }: PhotoFiles): void => {
    if (store.snapshot().has(key)) return;
    const original = URL.createObjectURL(photo);
    const small = preview ? URL.createObjectURL(preview) : original;
    set(key, { key, original, preview: small, filename: null });
  },

  /** Keeps the preview of a stored photo under the server's file name, and releases the original. */
  stored: (key: string, filename: string): void => {
    const photo = store.snapshot().get(key);
    if (!photo) return;
    if (photo.preview === photo.original) return localPhotos.drop(key);
    if (photo.original !== null) URL.revokeObjectURL(photo.original);
    set(key, { ...photo, original: null, filename });
    const stored = [...store.snapshot().values()].filter((each) => each.filename !== null);
    for (const each of stored.slice(0, -MOST_STORED)) localPhotos.drop(each.key);
  },

  drop: (key: string): void => {
    const photo = store.snapshot().get(key);
    if (!photo) return;
    for (const address of [photo.preview, photo.original]) {
      if (address !== null) URL.revokeObjectURL(address);
    }
    set(key, undefined);
  },
};

function set(key: string, photo: LocalPhoto | undefined): void {
  store.set(withEntry(store.snapshot(), key, photo));
}
