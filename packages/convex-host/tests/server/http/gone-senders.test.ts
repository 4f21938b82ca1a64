import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { readBody } from "../../../src/server/http/body.ts";
import { boundRest, readOn } from "../../../src/server/http/read-on.ts";

const most = { bytes: 1_000, ms: 120_000 };

test("nothing is kept for the rest of a body whose sender has gone before or goes later [B3]", async () => {
  const [gone, there] = [new PassThrough(), new PassThrough()];
  gone.destroy();
  await once(gone, "close");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());

  readOn(gone as unknown as IncomingMessage, most);
  expect(vi.getTimerCount()).toBe(0);

  readOn(there as unknown as IncomingMessage, most);
  expect(vi.getTimerCount()).toBe(1);
  there.destroy();
  await once(there, "close");
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  { how: "a length", head: "Content-Length: 10" },
  { how: "chunks", head: "Transfer-Encoding: chunked" },
  { how: "a length and a question", head: "Content-Length: 10\r\nExpect: 100-continue" },
])(
  "a body with $how is given up when its sender takes the answer and leaves [B3]",
  async ({ head }) => {
    let body: Promise<unknown> | undefined;
    const server = createServer((request, response) => {
      boundRest(response);
      body = readBody(request, { bytes: 100, ms: most.ms });
      response.end("no");
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const sender = connect((server.address() as AddressInfo).port, "127.0.0.1");
    sender.write(`POST / HTTP/1.1\r\nHost: localhost\r\n${head}\r\n\r\n`);
    while (!String(await once(sender, "data")).includes("200 OK"));

    sender.destroy();

    await expect(body).rejects.toMatchObject({ code: "IncompleteBody" });
  },
);

test("a connection that goes on keeps nothing of the requests before [B3]", async () => {
  const listeners: number[] = [];
  let closed: Promise<unknown> | undefined;
  const server = createServer((request, response) => {
    listeners.push(request.socket.listenerCount("close"));
    closed = once(request, "close");
    boundRest(response);
    response.end("no");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const sender = connect((server.address() as AddressInfo).port, "127.0.0.1");
  for (let sent = 0; sent < 5; sent++) {
    sender.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n");
    await once(sender, "data");
    sender.write("{}");
    await closed;
  }
  sender.destroy();

  expect(new Set(listeners).size).toBe(1);
});
