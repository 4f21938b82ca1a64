import type { Line } from "./line.ts";

/** A promise that resolves when the connection is lost, and a function that stops watching. */
export function untilOffline(line: Line): [Promise<"waiting">, () => void] {
  let end: () => void = () => undefined;
  const offline = new Promise<"waiting">((resolve) => {
    const look = () => {
      if (!line.isConnected()) resolve("waiting");
    };
    end = line.subscribe(look);
    look();
  });
  return [offline, end];
}
