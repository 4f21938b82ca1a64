import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LiveHost, startSharedHost } from "../../support/live-host.ts";

let host: LiveHost;
let stop: () => Promise<void>;
beforeAll(async () => {
  const mount = {
    prefix: "/mounted/",
    handle: (_request: unknown, response: { end: (text: string) => void }) => response.end("read"),
  };
  ({ host, stop } = await startSharedHost({ host: { mounts: () => [mount] } }));
});
afterAll(() => stop());

const chunk = `10000\r\n${"a".repeat(65_536)}\r\n`;

/** Sends a body as long as the host accepts it, and returns the response. */
async function sendWithoutEnd(target: string): Promise<string> {
  const socket = connect(host.port, "127.0.0.1");
  let answer = "";
  socket.on("data", (data: Buffer) => (answer += data.toString("latin1")));
  socket.on("error", () => undefined);
  const send = () => {
    while (!socket.destroyed && socket.write(chunk)) continue;
  };
  socket.on("drain", send);
  socket.write(`${target} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`);
  send();
  await new Promise((resolve) => socket.once("close", resolve));
  return answer;
}

test.each([
  ["GET /instance_name", "200 OK"],
  ["OPTIONS /api/query", "200 OK"],
  ["GET /api/query_ts", "200 OK"],
  ["GET /api/hello", "200 OK"],
  ["POST /mounted/x", "200 OK"],
  ["GET /nothing", "404 Not Found"],
])("%s is answered with %s, and cut off when its body has no end [B3]", async (target, status) => {
  expect(await sendWithoutEnd(target)).toMatch(new RegExp(`^HTTP/1.1 ${status}`));
});

test("a request that is sent whole behind its answer keeps its line [B3]", async () => {
  const socket = connect(host.port, "127.0.0.1");
  const head = "GET /instance_name HTTP/1.1\r\nHost: localhost\r\n";
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
  await once(socket, "data");
  socket.write(`${chunk}0\r\n\r\n${head}Connection: close\r\n\r\n`);

  const [answer] = (await once(socket, "data")) as [Buffer];

  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 OK/);
  socket.destroy();
});
