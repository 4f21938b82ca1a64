/** The way from this tab to the others. */
export interface Channel<Message> {
  post(message: Message): void;
  /** Calls back for each message of another tab. */
  listen(listener: (message: Message) => void): void;
  close(): void;
}

/** A channel to the other tabs; one that reaches nobody where the browser has none. */
export function openChannel<Message>(name: string): Channel<Message> {
  if (typeof BroadcastChannel === "undefined") return deaf;
  const channel = new BroadcastChannel(name);
  let isClosed = false;
  return {
    post: (message) => {
      // Work may end behind the close, and is done all the same: the browser would throw.
      if (!isClosed) channel.postMessage(message);
    },
    listen: (listener) => {
      channel.onmessage = ({ data }: MessageEvent<Message>) => listener(data);
    },
    close: () => {
      isClosed = true;
      channel.close();
    },
  };
}

/** A channel that reaches nobody. */
export const deaf: Channel<never> = {
  post: () => undefined,
  listen: () => undefined,
  close: () => undefined,
};
