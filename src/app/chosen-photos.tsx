import { lazyPart } from "../components/ui/lazy-part.tsx";
import { useAnswered } from "../hooks/reads/use-answered.ts";

const KeptDrafts = lazyPart(() => import("../features/photos/kept-drafts.tsx"), {
  failedClassName: "hidden",
});

/** Offers photos that were chosen before the page was closed. The code loads after a screen's first answers. */
export function ChosenPhotos() {
  return useAnswered() && <KeptDrafts />;
}
