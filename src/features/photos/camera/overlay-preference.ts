import * as z from "zod/mini";
import { createDeviceStore } from "../../../lib/device/device-store.ts";

/** The earlier photo over the picture: on or off, and its strength in percent. */
export const overlayPreference = createDeviceStore(
  "cameraOverlay",
  z.object({ isOn: z.boolean(), strength: z.number().check(z.minimum(10), z.maximum(90)) }),
  { isOn: false, strength: 40 },
);
