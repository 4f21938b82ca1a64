import { lazyPart } from "../ui/lazy-part.tsx";

/** The area of a row that selects it; its code comes after the rows. */
export const SelectBox = lazyPart(() => import("./select-check.tsx"), {
  failedClassName: "hidden",
});
