import type { ConvexReactClient } from "convex/react";
import { answers } from "../answers/answers.ts";
import { connectionPerson } from "../connection/connection-person.ts";
import { deaf, openChannel } from "../device/channel.ts";
import { clockLag } from "./clock-lag.ts";
import { openDatabase } from "./database.ts";
import { Outbox, type Surroundings } from "./engine.ts";
import { HeldReads } from "./held-reads.ts";
import type { Line } from "./line.ts";
import { table } from "./operations/table.ts";

type Given = Pick<Surroundings, "person" | "publish" | "overlay" | "refusedLater" | "signedOut">;

/** The methods of the live client that the outbox uses. */
export type Client = Pick<
  ConvexReactClient,
  "mutation" | "connectionState" | "subscribeToConnectionState" | "watchQuery"
>;

/** Opens the outbox of a person for this tab. */
export async function openOutbox(
  client: Client,
  given: Given,
): Promise<{ outbox: Outbox; isKept: boolean }> {
  const database = await openDatabase();
  const { isKept } = database;
  const line = lineOf(client);
  const reads = new HeldReads(client, line.isConnected);
  const outbox = new Outbox({
    ...given,
    ...{ database, table, line, shown: () => answers.shown(), hold: (keys) => reads.set(keys) },
    // Operations that only this page has do not concern other tabs.
    channel: isKept ? openChannel("turnboard-outbox") : deaf,
    locks: isKept && "locks" in navigator ? navigator.locks : undefined,
  });
  await outbox.start();
  return { outbox, isKept };
}

function lineOf(client: Client): Line {
  return {
    isConnected: () => navigator.onLine && client.connectionState().isWebSocketConnected,
    isSignedInAs: (person) => connectionPerson.snapshot() === person,
    subscribe: (listener) => {
      const ends = [
        client.subscribeToConnectionState(listener),
        connectionPerson.subscribe(listener),
      ];
      for (const event of ["online", "offline"]) window.addEventListener(event, listener);
      return () => {
        for (const end of ends) end();
        for (const event of ["online", "offline"]) window.removeEventListener(event, listener);
      };
    },
    clockLag,
    mutation: (mutation, args) => client.mutation(mutation, args),
  };
}
