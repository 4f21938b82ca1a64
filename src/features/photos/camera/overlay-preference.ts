import * as z from "zod/mini";
import { createDeviceStore } from "../../../lib/device-store.ts";

/** How the earlier photo lies over the picture: whether, and how strongly in percent. */
export const overlayPreference = createDeviceStore(
  "cameraOverlay",
  z.object({ isOn: z.boolean(), strength: z.number().check(z.minimum(10), z.maximum(90)) }),
  { isOn: false, strength: 40 },
);
