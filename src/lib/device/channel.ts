/** A channel from this tab to the others. */
export interface Channel<Message> {
  post(message: Message): void;
  /** Calls the listener for each message of another tab. */
  listen(listener: (message: Message) => void): void;
  close(): void;
}

/** A channel to the other tabs; one without receivers when the browser has no BroadcastChannel. */
export function openChannel<Message>(name: string): Channel<Message> {
  if (typeof BroadcastChannel === "undefined") return deaf;
  const channel = new BroadcastChannel(name);
  let isClosed = false;
  return {
    post: (message) => {
      // Work may end after the channel was closed, where the browser would throw.
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

/** A channel without receivers. */
export const deaf: Channel<never> = {
  post: () => undefined,
  listen: () => undefined,
  close: () => undefined,
};
