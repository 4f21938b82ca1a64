import type { Refusal } from "./operation.ts";

/** The words between the tabs of one browser. */
export type Message =
  | { type: "changed" }
  | { type: "wake" }
  | { type: "confirmed"; id: string; created: string | undefined }
  | { type: "refused"; id: string; refusal: Refusal }
  | { type: "discarded"; id: string };

/** The way from this tab to the others. */
export interface Channel {
  post: (message: Message) => void;
  /** Calls back for each message of another tab. */
  listen: (listener: (message: Message) => void) => void;
  close: () => void;
}

/** A channel to the other tabs; one that reaches nobody where the browser has none. */
export function openChannel(name = "turnboard-outbox"): Channel {
  if (typeof BroadcastChannel === "undefined") return deaf;
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.onmessage = ({ data }: MessageEvent<Message>) => listener(data);
    },
    close: () => channel.close(),
  };
}

/** A channel that reaches nobody. */
export const deaf: Channel = {
  post: () => undefined,
  listen: () => undefined,
  close: () => undefined,
};
