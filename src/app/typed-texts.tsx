import { lazyPart } from "../components/ui/lazy-part.tsx";
import { useAnswered } from "../hooks/reads/use-answered.ts";

const KeptTexts = lazyPart(() => import("./kept-texts.tsx"), { failedClassName: "hidden" });

/** Keeps typed texts beyond a reload of the page. The code loads after a screen's first answers. */
export function TypedTexts() {
  return useAnswered() && <KeptTexts />;
}
