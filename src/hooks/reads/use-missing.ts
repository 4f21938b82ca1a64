import { useConnection } from "./use-connection.ts";

/** True while an answer that this device does not keep is missing, and cannot arrive without a network. */
export function useMissing(answer: unknown): boolean {
  return useConnection().state === "offline" && answer === undefined;
}
