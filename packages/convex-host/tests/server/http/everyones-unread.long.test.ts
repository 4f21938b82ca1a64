import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { ConvexHttpClient } from "convex/browser";
import { expect, onTestFinished, test } from "vitest";
import { app } from "../../support/fixture-api.ts";
import { type LiveHost, startTestHost } from "../../support/live-host.ts";

/** The response is larger than the system's socket buffers, so the host must hold the rest. */
const largeBytes = 13_500_000;

async function startWithBound(undeliveredBytesOfAll: number) {
  const host = await startTestHost({
    limits: { undeliveredBytesOfAll },
    settings: { trustedProxies: 1 },
  });
  const client = new ConvexHttpClient(host.url);
  const tokenOf = (subject: string) => client.action(app.sign, { subject });
  client.setAuth(await tokenOf("cay"));
  await client.mutation(app.add, { list: "large", text: "x".repeat(largeBytes / 15) });
  return { host, client, tokenOf };
}

type Asked = { path: string; headers: string[]; body?: object };

/** Sends a request and leaves the response unread. The returned function reads it and returns its length in bytes. */
async function askUnread({ port }: LiveHost, { path, headers, body }: Asked) {
  const socket: Socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  const text = body === undefined ? "" : JSON.stringify(body);
  const line = `${body === undefined ? "GET" : "POST"} ${path} HTTP/1.1`;
  const length = `Content-Length: ${Buffer.byteLength(text)}`;
  socket.write(
    `${[line, "Host: localhost", "Connection: close", ...headers, length].join("\r\n")}\r\n\r\n${text}`,
  );
  await once(socket, "readable");
  return async () => {
    let bytes = 0;
    for await (const piece of socket as AsyncIterable<Buffer>) bytes += piece.length;
    return bytes;
  };
}

/** Two requests with large responses: a call, and an HTTP action. */
const largeAnswers: Record<string, Omit<Asked, "headers">> = {
  "a call": {
    path: "/api/query_batch",
    body: {
      queries: Array.from({ length: 15 }, () => ({
        ...{ path: "items:list", args: { list: "large" } },
      })),
    },
  },
  "an HTTP action": { path: `/api/large?bytes=${largeBytes}` },
};

const as = (token: string) => [`Authorization: Bearer ${token}`];
const from = (address: string) => [`X-Forwarded-For: ${address}`];

test.each(Object.entries(largeAnswers))(
  "of answers that nobody reads, whoever has most loses one when all together are too many: of %s [B24]",
  async (_, asked) => {
    const { host, tokenOf } = await startWithBound(2.5 * largeBytes);
    const [ann, eve] = [as(await tokenOf("ann")), as(await tokenOf("eve"))];

    const ofAnn = await askUnread(host, { ...asked, headers: ann });
    const ofEve = [
      await askUnread(host, { ...asked, headers: eve }),
      await askUnread(host, { ...asked, headers: eve }),
    ];

    const lengths = await Promise.all(ofEve.map((read) => read()));
    expect(lengths.filter((length) => length >= largeBytes)).toHaveLength(1);
    expect(await ofAnn()).toBeGreaterThan(largeBytes);
  },
);

test.each(Object.entries(largeAnswers))(
  "strangers of many addresses who read nothing lose theirs before anybody who is signed in: of %s [B24]",
  async (_, asked) => {
    const { host, tokenOf } = await startWithBound(3.5 * largeBytes);
    const ann = as(await tokenOf("ann"));
    const ofAnn = [
      await askUnread(host, { ...asked, headers: ann }),
      await askUnread(host, { ...asked, headers: ann }),
    ];

    const ofStrangers: (() => Promise<number>)[] = [];
    for (const address of ["192.0.2.1", "198.51.100.1", "203.0.113.1"])
      ofStrangers.push(await askUnread(host, { ...asked, headers: from(address) }));

    const lengths = await Promise.all(ofStrangers.map((read) => read()));
    expect(lengths.filter((length) => length >= largeBytes)).toHaveLength(1);
    for (const read of ofAnn) expect(await read()).toBeGreaterThan(largeBytes);
  },
);

test("files that nobody reads take a part of the same room [B24]", async () => {
  const { host, client } = await startWithBound(400_000);
  const target = await client.mutation(app.uploadUrl, {});
  const sent = await fetch(target, { method: "POST", body: new Uint8Array(largeBytes) });
  const { storageId } = (await sent.json()) as { storageId: string };
  const path = new URL((await client.query(app.fileUrl, { id: storageId }))!).pathname;

  const ofOther = await askUnread(host, { path, headers: from("192.0.2.1") });
  const ofMost: (() => Promise<number>)[] = [];
  for (let times = 0; times < 3; times++)
    ofMost.push(await askUnread(host, { path, headers: from("198.51.100.1") }));

  const lengths = await Promise.all(ofMost.map((read) => read()));
  expect(lengths.filter((length) => length >= largeBytes)).toHaveLength(2);
  expect(await ofOther()).toBeGreaterThan(largeBytes);
});
