import type { Refusal } from "./operation.ts";

/** The messages between the tabs of one browser. */
export type Message =
  | { type: "changed" }
  | { type: "wake"; id: string }
  | { type: "confirmed"; id: string; created: string | undefined }
  | { type: "refused"; id: string; refusal: Refusal; isKept: boolean }
  | { type: "discarded"; id: string };
