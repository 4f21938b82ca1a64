import { lazyPart } from "../components/ui/lazy-part.tsx";
import { useStore } from "../hooks/use-store.ts";
import { backgroundWork } from "../lib/background-work.ts";

const BackgroundWorkList = lazyPart(() => import("./background-work-list.tsx"), {
  failedClassName: "hidden",
});

/** The list of background work. Its code loads with the first work. */
export function BackgroundWorkBar() {
  const isWorking = useStore(backgroundWork, (all) => all.length > 0);
  return isWorking && <BackgroundWorkList />;
}
