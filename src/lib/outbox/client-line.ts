import type { ConvexReactClient } from "convex/react";
import { connectionPerson } from "../connection/connection-person.ts";
import { clockLag } from "./clock-lag.ts";
import type { Line } from "./line.ts";
import { ServerTime } from "./server-time.ts";

/** The methods of the live client that the outbox uses. */
export type Client = Pick<
  ConvexReactClient,
  "mutation" | "connectionState" | "subscribeToConnectionState" | "watchQuery"
>;

/** The connection of the live client. */
export function lineOf(client: Omit<Client, "watchQuery">): Line {
  const listeners = new Set<() => void>();
  const time = new ServerTime(() => {
    for (const listener of listeners) listener();
  });
  return {
    isConnected: () => navigator.onLine && client.connectionState().isWebSocketConnected,
    isSignedInAs: (person) =>
      connectionPerson.snapshot() === person &&
      !time.isAsked(client.connectionState().connectionCount),
    subscribe: (listener) => {
      listeners.add(listener);
      const ends = [
        client.subscribeToConnectionState(listener),
        connectionPerson.subscribe(listener),
        () => listeners.delete(listener),
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
