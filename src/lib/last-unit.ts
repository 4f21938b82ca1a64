import { createStore } from "./store.ts";

/** The unit that was opened last on this device. */
export interface LastUnit {
  projectId: string;
  unitId: string;
}

const KEY = "lastUnit";
const store = createStore<LastUnit | null>(read());

/** The unit that was opened last: where the camera of the bottom bar leads. */
export const lastUnit = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,

  /** Remembers a unit, here and for the next visit; null forgets it. */
  set: (unit: LastUnit | null): void => {
    if (unit?.unitId === store.snapshot()?.unitId) return;
    store.set(unit);
    try {
      if (unit === null) window.localStorage.removeItem(KEY);
      else window.localStorage.setItem(KEY, `${unit.projectId} ${unit.unitId}`);
    } catch {
      // Storage may be switched off or full: the unit is then remembered as long as the window lives.
    }
  },
};

function read(): LastUnit | null {
  try {
    const [projectId, unitId] = window.localStorage.getItem(KEY)?.split(" ") ?? [];
    return projectId && unitId ? { projectId, unitId } : null;
  } catch {
    return null;
  }
}
