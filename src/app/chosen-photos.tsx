import { lazyPart } from "../components/ui/lazy-part.tsx";
import { useAnswered } from "../hooks/reads/use-answered.ts";

const KeptDrafts = lazyPart(() => import("../features/photos/kept-drafts.tsx"), {
  failedClassName: "hidden",
});

/** Offers the photos again that were chosen before the page was gone. Its code comes behind the first answers of a screen. */
export function ChosenPhotos() {
  return useAnswered() && <KeptDrafts />;
}
