import { useEffect } from "react";
import { useStore } from "../../hooks/use-store.ts";
import { useViewer } from "../../hooks/people/use-viewer.ts";
import { createDeviceStore } from "../../lib/device/device-store.ts";
import { areKeysOn } from "../../lib/keys/keys.ts";
import { listOf, text } from "../../lib/shape.ts";

/** The people who have switched off the keys on this device. */
const withoutKeys = createDeviceStore("withoutKeys", listOf(text), []);

/** The switch of the viewer for keys that are pressed without Control or Command. */
export function useKeysSwitch(): { isOn: boolean; set: (isOn: boolean) => void } {
  const { id } = useViewer();
  const isOn = useStore(withoutKeys, (people) => !people.includes(id));
  const set = (next: boolean) => {
    const others = withoutKeys.snapshot().filter((person) => person !== id);
    withoutKeys.set(next ? others : [...others, id]);
  };
  return { isOn, set };
}

/** Applies the viewer's switch while the component is mounted. */
export function useSwitchedKeys(): void {
  const { isOn } = useKeysSwitch();
  useEffect(() => {
    areKeysOn.set(isOn);
    return () => areKeysOn.set(true);
  }, [isOn]);
}
