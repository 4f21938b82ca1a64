import { once } from "node:events";
import { createServer, IncomingMessage, ServerResponse } from "node:http";
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
const limits = {
  ...{ connections: 6, connectionsPerAddress: 3 },
  ...{ fewConnections: 0, connectionsPerCaller: 64 },
};

async function holdConnection(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

test("of one address so many connections are open; one more is told so and closed [B18]", async () => {
  const host = await startTestHost({ limits });
  // The sockets of the sync protocol have a bound of their own.
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
  expect(await rawExchange(host.port, askFor("192.0.2.2"))).toMatch(/^HTTP\/1\.1 200 /);
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

/** Makes a bound over simulated connections: `open` adds one from an address, `ask` marks a caller's request on it. */
function boundOver(more: Partial<typeof limits>, trustedProxies = 0) {
  const server = createServer();
  const told: string[] = [];
  const nameOf = new Map<Duplex, string>();
  const bound = new ConnectionBound({ ...limits, clients: 0, ...more }, trustedProxies);
  bound.hold(server, (socket) => told.push(`${nameOf.get(socket)} is refused`));
  const open = (name: string, remoteAddress: string) => {
    const socket = new PassThrough();
    nameOf.set(socket, name);
    const destroy = () => told.push(`${name} is cut`);
    server.emit("connection", Object.assign(socket, { remoteAddress, destroy }));
    return socket;
  };
  const ask = (socket: Duplex, caller: string) => {
    const response = new ServerResponse(new IncomingMessage(socket as Socket));
    bound.know(response, caller);
    return response;
  };
  return { told, open, ask };
}

test("when each of very many addresses has one connection, a newcomer gets that of the oldest stranger [B18]", () => {
  const { told, open, ask } = boundOver({ connections: 4, fewConnections: 2 });
  ask(open("ann", "192.0.2.9"), "user ann");
  for (const host of [1, 2, 3]) open(`stranger ${host}`, `198.51.100.${host}`);

  for (const times of [1, 2, 3]) open(`ben's ${times}`, "192.0.2.10");

  expect(told).toEqual(["stranger 1 is cut", "stranger 2 is cut", "ben's 3 is refused"]);
});

test("the connections of people at one address stay, whatever strangers of other addresses open [B18]", () => {
  const { told, open, ask } = boundOver({
    connections: 6,
    connectionsPerAddress: 2,
    fewConnections: 1,
  });
  for (const person of ["ann", "ben", "cem", "dan"])
    ask(open(person, "192.0.2.9"), `user ${person}`);

  for (const host of [1, 2, 3, 4]) open(`stranger ${host}`, `198.51.100.${host}`);
  open("eve", "192.0.2.9");

  expect(told).toEqual(["stranger 1 is cut", "stranger 2 is cut", "stranger 3 is cut"]);
});

test("when people who are signed in have all connections, whoever has most gives one [B18]", () => {
  const { told, open, ask } = boundOver({
    connections: 4,
    connectionsPerCaller: 3,
    fewConnections: 2,
  });
  ask(open("ann", "192.0.2.9"), "user ann");
  for (const times of [1, 2, 3]) ask(open(`ben's ${times}`, "192.0.2.10"), "user ben");

  const newcomer = open("cem", "192.0.2.11");
  ask(newcomer, "user cem");
  open("dan", "192.0.2.12");

  expect(told).toEqual(["ben's 3 is cut", "ben's 2 is cut"]);
});

test("a person has so many connections; more of theirs count to the address [B18]", () => {
  const { told, open, ask } = boundOver({
    connections: 3,
    connectionsPerCaller: 1,
    fewConnections: 1,
  });
  for (const times of [1, 2, 3]) ask(open(`ann's ${times}`, "192.0.2.9"), "user ann");

  open("ben", "192.0.2.10");

  expect(told).toEqual(["ann's 3 is cut"]);
});

test("behind a proxy a connection is a person's while their request is under way [B18]", () => {
  const { told, open, ask } = boundOver({ connections: 2, fewConnections: 1 }, 1);
  const response = ask(open("ann", "192.0.2.1"), "user ann");
  open("a stranger", "192.0.2.1");
  open("another", "192.0.2.1");
  response.emit("close");

  for (const times of [1, 2]) open(`newcomer ${times}`, "192.0.2.1");

  expect(told).toEqual(["a stranger is cut", "another is cut", "ann is cut"]);
});

test("so many refused connections wait for their reason, and no more [B18]", () => {
  const { told, open } = boundOver({ connections: 1 });
  open("ann", "192.0.2.1");

  for (let times = 0; times < 1001; times++) open("one more", "192.0.2.2");

  expect(told.filter((line) => line === "one more is refused")).toHaveLength(1000);
  expect(told.at(-1)).toBe("one more is cut");
});

// On other systems this machine has only one loopback address.
test.runIf(process.platform === "linux")(
  "a newcomer gets an answer while very many addresses hold all connections with half a request [B18]",
  async () => {
    const host = await startTestHost({ limits: { ...limits, fewConnections: 2 } });
    const half = async (address: string) => {
      const socket = connect({ port: host.port, host: "127.0.0.1", localAddress: address });
      onTestFinished(() => void socket.destroy());
      socket.on("error", () => undefined);
      await once(socket, "connect");
      socket.write("GET /instance_name HTTP/1.1\r\nHost: ");
    };
    for (let address = 1; address < 10; address++) await half(`127.0.1.${address}`);

    for (let times = 0; times < 10; times++) {
      expect(await rawExchange(host.port, ask)).toMatch(/^HTTP\/1\.1 200 /);
      await half(`127.0.2.${times + 1}`);
    }
  },
);
