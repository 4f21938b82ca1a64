import { useConnection } from "./use-connection.ts";

/** True while an answer that this device never keeps is not there and cannot come, because the network is away. */
export function useMissing(answer: unknown): boolean {
  return useConnection().state === "offline" && answer === undefined;
}
