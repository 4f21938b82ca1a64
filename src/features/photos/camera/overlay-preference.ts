import { createDeviceStore } from "../../../lib/device/device-store.ts";
import { flag, number, objectOf } from "../../../lib/shape.ts";

function strength(value: unknown): number | undefined {
  const percent = number(value);
  return percent !== undefined && percent >= 10 && percent <= 90 ? percent : undefined;
}

/** The setting of the overlay: on or off, and its opacity in percent. */
export const overlayPreference = createDeviceStore(
  "cameraOverlay",
  objectOf({ isOn: flag, strength }),
  { isOn: false, strength: 40 },
);
