import { lazyPart } from "../components/ui/lazy-part.tsx";

/** Offers photos that were chosen before the page was closed. */
export const ChosenPhotos = lazyPart(() => import("../features/photos/kept-drafts.tsx"), {
  failedClassName: "hidden",
});
