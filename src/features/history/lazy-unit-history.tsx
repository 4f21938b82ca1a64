import { lazyPart } from "../../components/ui/lazy-part.tsx";

/** The history of an open unit, whose code comes when somebody looks at it. */
export const UnitHistory = lazyPart(() => import("./unit-history.tsx"));
