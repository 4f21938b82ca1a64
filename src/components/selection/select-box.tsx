import { whenShown } from "../../lib/answers/once-shown.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

/** The area of a row that selects it; its code comes after the rows. */
export const SelectBox = lazyPart(
  async () => {
    await whenShown();
    return await import("./select-check.tsx");
  },
  { failedClassName: "hidden" },
);
