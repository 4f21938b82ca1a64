import type { ConvexClient } from "convex/browser";
import type { FunctionReference } from "convex/server";

type Query = FunctionReference<"query">;
type Event<Value> = { value: Value } | { error: Error };

/** The results of a subscription, one by one, in order. */
export type Watched<Value> = {
  /** Resolves with the next value or rejects with the next error; waits if there is none yet. */
  next(): Promise<Value>;
  /** Skips values until one passes. */
  until(test: (value: Value) => boolean): Promise<Value>;
  /** All results that have arrived and were not taken. */
  readonly waiting: readonly Event<Value>[];
  stop(): void;
};

/** Subscribes with a real client. */
export function watch<Value>(
  client: ConvexClient,
  query: Query,
  args: Record<string, unknown>,
): Watched<Value> {
  const events: Event<Value>[] = [];
  let wake: (() => void) | null = null;
  const push = (event: Event<Value>) => {
    events.push(event);
    wake?.();
    wake = null;
  };
  const stop = client.onUpdate(
    query,
    args,
    (value) => push({ value: value as Value }),
    (error) => push({ error }),
  );
  const next = async (): Promise<Value> => {
    while (events.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    const event = events.shift()!;
    if ("error" in event) throw event.error;
    return event.value;
  };
  return {
    next,
    async until(test) {
      for (;;) {
        const value = await next();
        if (test(value)) return value;
      }
    },
    waiting: events,
    stop: () => void stop(),
  };
}
