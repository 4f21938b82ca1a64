import { useStore } from "../../../hooks/use-store.ts";
import { createStore } from "../../../lib/store.ts";
import type { Shot } from "./add-photos.ts";
import type { PhotoPlace } from "./staged-photos.ts";

/** A chosen file that its unit has already. */
export interface DoubtfulPhoto {
  place: PhotoPlace;
  shot: Shot;
}

const store = createStore<readonly DoubtfulPhoto[]>([]);

/** The chosen files that the user has to decide about, because their unit already has them. */
export const doubtfulPhotos = {
  subscribe: store.subscribe,
  ofUnit: (unitId: string): DoubtfulPhoto[] =>
    store.snapshot().filter(({ place }) => place.unitId === unitId),
  ask: (place: PhotoPlace, shots: readonly Shot[]) =>
    store.set([...store.snapshot(), ...shots.map((shot) => ({ place, shot }))]),
  leaveOut: (unitId: string) =>
    store.set(store.snapshot().filter(({ place }) => place.unitId !== unitId)),
};

/** The files in question of a unit, live. */
export function useDoubtful(unitId: string): DoubtfulPhoto[] {
  const all = useStore(
    { subscribe: store.subscribe, snapshot: store.snapshot },
    (photos) => photos,
  );
  return all.filter(({ place }) => place.unitId === unitId);
}
