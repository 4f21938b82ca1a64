import { lazyPart } from "../components/ui/lazy-part.tsx";
import { useAnswered } from "../hooks/reads/use-answered.ts";

const KeptTexts = lazyPart(() => import("./kept-texts.tsx"), { failedClassName: "hidden" });

/** Keeps typed texts beyond the page. Its code comes behind the first answers of a screen. */
export function TypedTexts() {
  return useAnswered() && <KeptTexts />;
}
