import type { Refusal } from "./operation.ts";

/** The messages between the tabs of one browser. */
export type Message =
  | { type: "changed" }
  | { type: "wake" }
  | { type: "confirmed"; id: string; created: string | undefined }
  | { type: "refused"; id: string; refusal: Refusal }
  | { type: "discarded"; id: string };
