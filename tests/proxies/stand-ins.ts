import { createServer, request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that forwards everything to a host and records the requested paths. */
export type StandIn = { port: number; asked: string[]; stop: () => void };

/**
 * The timeout is that of the host. Node's default of 5 s passes on a busy machine, and no proxy sends an upload twice.
 */
const keepAliveTimeout = 130_000;

/** Starts a stand-in for one of the two URLs of a deployment. Like these, it answers only to its own name. */
export async function startStandIn(hostPort: number): Promise<StandIn> {
  const asked: string[] = [];
  const passOn = (incoming: IncomingMessage) => {
    asked.push((incoming.url ?? "").split("?")[0] ?? "");
    return request({
      port: hostPort,
      host: "127.0.0.1",
      path: incoming.url,
      method: incoming.method,
      headers: { ...incoming.headers, host: `localhost:${hostPort}` },
    });
  };
  const server = createServer({ keepAliveTimeout }, (incoming, response) => {
    if (incoming.headers.host !== ownName()) return void response.writeHead(404).end();
    const outgoing = passOn(incoming);
    outgoing.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    incoming.pipe(outgoing);
  });
  const ownName = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on("upgrade", (incoming: IncomingMessage, socket, head: Buffer) => {
    if (incoming.headers.host !== ownName()) return void socket.destroy();
    const outgoing = passOn(incoming);
    outgoing.on("upgrade", (answer, other, otherHead) => {
      const lines = [`HTTP/1.1 101 Switching Protocols`];
      for (let index = 0; index < answer.rawHeaders.length; index += 2)
        lines.push(`${answer.rawHeaders[index]}: ${answer.rawHeaders[index + 1]}`);
      socket.write(`${lines.join("\r\n")}\r\n\r\n`);
      socket.write(otherHead);
      other.write(head);
      socket.pipe(other).pipe(socket);
      for (const [one, another] of [
        [socket, other],
        [other, socket],
      ] as const) {
        one.on("error", () => another.destroy());
        one.on("close", () => another.destroy());
      }
    });
    outgoing.on("response", () => socket.destroy());
    outgoing.on("error", () => socket.destroy());
    outgoing.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, asked, stop };
}
