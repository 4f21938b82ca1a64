import { cleanup, render } from "@testing-library/react";
import { ConvexProvider, ConvexReactClient, type ConvexReactClientOptions } from "convex/react";
import type { ReactNode } from "react";
import { WebSocket } from "ws";
import { closeLater } from "./live-host.ts";
import { until } from "./until.ts";

/** A browser tab: the real React client over a real socket. */
export function openTab(
  url: string,
  options: Partial<ConvexReactClientOptions> = {},
): ConvexReactClient {
  const client = new ConvexReactClient(url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
    logger: false,
    ...options,
  });
  closeLater(() => client.close());
  return client;
}

/** Waits until the tab has noticed that its connection is cut, then reports a network so that it reconnects at once. */
export async function reconnectNow(tab: ConvexReactClient): Promise<void> {
  await until(
    () => tab.connectionState().isWebSocketConnected,
    (isConnected) => !isConnected,
  );
  window.dispatchEvent(new Event("online"));
}

/** The values that a hook returned at each render of its component, in order. */
export type Shown<Value, Input> = {
  readonly values: readonly Value[];
  readonly last: Value | undefined;
  /** Returns the values without those that equal their predecessor. */
  changes(): Value[];
  /** Resolves with the first value that passes, beginning with the current one. */
  until(test: (value: Value) => boolean): Promise<Value>;
  /** Renders again with another input. */
  show(input: Input): void;
};

/** Mounts a component that only calls the hook, in a tab. */
export function showHook<Value, Input = undefined>(
  client: ConvexReactClient,
  useHook: (input?: Input) => Value,
): Shown<Value, Input> {
  const values: Value[] = [];
  const waiting = new Set<() => void>();
  function Probe({ input }: { input?: Input | undefined }): ReactNode {
    const value = useHook(input);
    values.push(value);
    for (const look of waiting) look();
    return null;
  }
  const tree = (input?: Input) => (
    <ConvexProvider client={client}>
      <Probe input={input} />
    </ConvexProvider>
  );
  const { rerender } = render(tree());
  closeLater(async () => cleanup());
  const untilShown = (test: (value: Value) => boolean) =>
    new Promise<Value>((resolve) => {
      const look = () => {
        const last = values.at(-1) as Value;
        if (!test(last)) return;
        waiting.delete(look);
        resolve(last);
      };
      waiting.add(look);
      look();
    });
  return {
    values,
    get last() {
      return values.at(-1);
    },
    changes: () => {
      const texts = values.map((value) => JSON.stringify(value));
      return values.filter((_, at) => at === 0 || texts[at] !== texts[at - 1]);
    },
    until: untilShown,
    show: (input) => rerender(tree(input)),
  };
}
