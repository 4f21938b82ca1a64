import { makerOf } from "../outbox/operation.ts";
import { createStore, withEntry } from "../store.ts";
import type { PhotoFiles } from "./send-photo.ts";

/** A photo whose files are on this device, with addresses for this page. */
export interface LocalPhoto {
  /** The id of the operation that adds it. */
  key: string;
  preview: string;
  /** Null once the server has it: then it comes from there. */
  original: string | null;
  /** The file name that the server has given; null until then. */
  filename: string | null;
}

/** Photos that the server has are shown from here for a while, so that no picture is loaded in place of its like. */
const MOST_STORED = 60;

const store = createStore<ReadonlyMap<string, LocalPhoto>>(new Map());

/** The photos of this page that are shown from the device, by the operation that adds them. */
export const localPhotos = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,

  /** The photo with this file name, whether that is the server's or stands for it until then. */
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

  /** Goes on showing the small picture under the name that the server has given. */
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
