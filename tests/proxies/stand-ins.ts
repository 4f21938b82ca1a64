import { createServer, request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** An address that passes everything on to a host, and remembers what it was asked for. */
export type StandIn = { port: number; asked: string[]; stop: () => void };

/** As long as the host's own. Node's 5 s are over within the work of a busy machine, and no proxy sends an upload twice. */
const keepAliveTimeout = 130_000;

/** Stands in for one of the two addresses of a deployment. It answers for its own name alone, as those do. */
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
