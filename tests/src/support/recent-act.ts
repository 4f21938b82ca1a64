import { api } from "../../../convex/_generated/api.js";
import type { FakeConvex } from "../../support/fake-convex.tsx";

/** Makes the act of this batch the newest one of the person, with so many changed records. */
export function answerRecentAct(backend: FakeConvex, count: number, batchId = "batch"): void {
  const page = [{ batchId, count }];
  backend.handle(api.undo.recent, () => ({ page, continueCursor: null }));
}
