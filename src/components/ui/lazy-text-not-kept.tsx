import { lazyPart } from "./lazy-part.tsx";

/** The line about a device that does not take typed texts. */
export const TextNotKept = lazyPart(() => import("./text-not-kept.tsx"), {
  failedClassName: "hidden",
});
