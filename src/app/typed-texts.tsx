import { lazyPart } from "../components/ui/lazy-part.tsx";

/** Keeps typed texts beyond a reload of the page. */
export const TypedTexts = lazyPart(() => import("./kept-texts.tsx"), { failedClassName: "hidden" });
