import type { Line } from "./sender.ts";

/** Resolves as soon as there is no line; the second ends the watch. */
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
