import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { type Duplex, PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { ConnectionBound } from "../../../src/server/http/connection-bound.ts";
import { startTestHost } from "../../support/live-host.ts";
import { openSocket } from "../../support/raw-client.ts";
import { rawExchange } from "../../support/raw-http.ts";

const ask = "GET /instance_name HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
const askFor = (address: string) =>
  ask.replace("\r\n\r\n", `\r\nX-Forwarded-For: ${address}\r\n\r\n`);
const limits = { connections: 6, connectionsPerAddress: 3 };

async function holdConnection(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

test("of one address so many connections are open; one more is told so and closed [B18]", async () => {
  const host = await startTestHost({ limits });
  // Sockets of the live door are counted there.
  for (let times = 0; times < 5; times++) await openSocket(host.url);
  const held = [];
  for (let times = 0; times < 3; times++) held.push(await holdConnection(host.port));

  const refused = await rawExchange(host.port, ask);

  expect(refused).toMatch(/^HTTP\/1\.1 503 /);
  expect(refused).toContain("X-Content-Type-Options: nosniff");
  expect(refused).toContain("There are too many connections.");
  expect(refused.split("HTTP/1.1")).toHaveLength(2);
  held[0]?.destroy();
  await expect.poll(() => rawExchange(host.port, ask)).toMatch(/^HTTP\/1\.1 200 /);
});

test("when all connections are taken, the address that has most makes room for one that has fewer [B18]", () => {
  const server = createServer();
  const told: string[] = [];
  const refuse = (socket: Duplex) => told.push(`${nameOf.get(socket)} is refused`);
  const nameOf = new Map<Duplex, string>();
  new ConnectionBound({ ...limits, connections: 5, clients: 0 }, 0).hold(server, refuse);
  const open = (name: string, remoteAddress: string) => {
    const socket = Object.assign(new PassThrough(), { remoteAddress });
    nameOf.set(socket, name);
    const destroy = () => told.push(`${name} is cut`);
    server.emit("connection", Object.assign(socket, { destroy }));
  };

  for (const name of ["a1", "a2", "a3"]) open(name, "192.0.2.1");
  for (const name of ["b1", "b2"]) open(name, "192.0.2.2");
  open("b3", "192.0.2.2");
  open("c1", "192.0.2.3");
  open("c2", "192.0.2.3");
  open("a3", "192.0.2.1");

  expect(told).toEqual(["b3 is refused", "a3 is cut", "c2 is refused", "a3 is refused"]);
});

test("behind a proxy so many requests of one address are under way, and so many connections in all [B18]", async () => {
  const host = await startTestHost({ limits, settings: { trustedProxies: 1 } });
  const ticks = (address: string) =>
    askFor(address).replace("/instance_name", "/api/ticks").replace("Connection: close\r\n", "");
  for (let times = 0; times < 3; times++) {
    const socket = await holdConnection(host.port);
    socket.write(ticks("192.0.2.1"));
    await once(socket, "data");
  }

  expect(await rawExchange(host.port, askFor("192.0.2.1"))).toMatch(/^HTTP\/1\.1 503 /);
  expect(await rawExchange(host.port, askFor("192.0.2.2"))).toMatch(/^HTTP\/1\.1 200 /);
  for (let times = 0; times < 3; times++) await holdConnection(host.port);
  expect(await rawExchange(host.port, askFor("192.0.2.2"))).toMatch(/^HTTP\/1\.1 503 /);
});

test("requests that were sent ahead are over with their line, and are counted no longer [B18]", async () => {
  const host = await startTestHost({ limits });
  const ticks = ask.replace("/instance_name", "/api/ticks").replace("Connection: close\r\n", "");
  const hold = async (times: number) => {
    const socket = await holdConnection(host.port);
    socket.write(ticks.repeat(times));
    await once(socket, "data");
    return socket;
  };
  const first = await hold(3);
  expect(await rawExchange(host.port, ask)).toMatch(/^HTTP\/1\.1 503 /);

  first.destroy();

  await expect.poll(() => rawExchange(host.port, ask)).toMatch(/^HTTP\/1\.1 200 /);
  await hold(1);
  expect(await rawExchange(host.port, ask)).toMatch(/^HTTP\/1\.1 200 /);
});
