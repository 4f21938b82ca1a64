import { useConnection } from "../../hooks/reads/use-connection.ts";
import { useStore } from "../../hooks/use-store.ts";
import type { Operation } from "../../lib/outbox/operation.ts";
import { heldUp } from "../../lib/photos/held-up.ts";
import { stateInWords, type WaitingWords } from "./waiting-words.ts";

/** Returns a function that tells the state of one of the operations in words. */
export function useWaitingWords(
  refusedIds: ReadonlySet<string>,
): (operation: Operation) => WaitingWords {
  const isLive = useConnection().state === "live";
  const heldUpIds = useStore(heldUp, (ids) => ids);
  return (operation) => {
    const isBehindRefused = operation.dependsOn.some((id) => refusedIds.has(id));
    return stateInWords(operation, {
      ...{ isLive, isBehindRefused },
      isHeldUp: heldUpIds.has(operation.id),
    });
  };
}
