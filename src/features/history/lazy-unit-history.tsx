import { lazyPart } from "../../components/ui/lazy-part.tsx";

/** The history of an open unit. Its code loads when the history is first shown. */
export const UnitHistory = lazyPart(() => import("./unit-history.tsx"));
