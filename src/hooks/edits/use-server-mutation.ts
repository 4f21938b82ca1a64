import { type ReactMutation, useMutation } from "convex/react";
import type { FunctionReference } from "convex/server";
import { useMemo } from "react";
import { connection } from "../../lib/connection/connection.ts";
import { NotConnected } from "../../lib/connection/not-connected.ts";

type Mutation = FunctionReference<"mutation">;

/**
 * A mutation for a change that the outbox does not keep. It rejects without a connection, also while the page
 * reconnects: the client would hold the change in the memory of the page, show it as done, and lose it with the page, or
 * send it after its person has cancelled the form.
 */
export function useServerMutation<Called extends Mutation>(called: Called): ReactMutation<Called> {
  const mutate = useMutation(called);
  return useMemo(() => whileConnected(mutate), [mutate]);
}

function whileConnected<Called extends Mutation>(
  mutate: ReactMutation<Called>,
): ReactMutation<Called> {
  const call = async (...args: Parameters<ReactMutation<Called>>) => {
    if (connection.snapshot().state !== "live") throw new NotConnected();
    return await mutate(...args);
  };
  return Object.assign(call, {
    withOptimisticUpdate: (update: Parameters<typeof mutate.withOptimisticUpdate>[0]) =>
      whileConnected(mutate.withOptimisticUpdate(update)),
  });
}
