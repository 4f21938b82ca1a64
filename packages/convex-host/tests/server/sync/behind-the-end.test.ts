import { once } from "node:events";
import { connect as connectLine } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAdminKey } from "../../../src/operations/admin-key.ts";
import { clientFrame } from "../../../src/server/sync/frame-header.ts";
import { mostFrames } from "../../../src/server/sync/frame-order.ts";
import { app } from "../../support/fixture-api.ts";
import { connect, type LiveHost, startSharedHost } from "../../support/live-host.ts";
import { connectRaw } from "../../support/raw-client.ts";

let host: LiveHost;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ host, stop } = await startSharedHost());
});
afterAll(() => stop());

const upgrade =
  "GET /api/1.48.0/sync HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
const [text, close, ping] = [1, 8, 9];
const hello = clientFrame(
  text,
  Buffer.from(
    JSON.stringify({
      ...{ type: "Connect", sessionId: crypto.randomUUID(), connectionCount: 0 },
      ...{ lastCloseReason: "InitialConnect", clientTs: 0 },
    }),
  ),
);
const badCode = clientFrame(close, Buffer.from([0, 1]));
const badText = clientFrame(close, Buffer.from([0x03, 0xe8, 0xff]));
const unknown = clientFrame(11, Buffer.from("unknown"));
const more = clientFrame(text, Buffer.from("more"));

test.each([
  { what: "a goodbye with an odd code", frames: [hello, badCode, more, more] },
  { what: "a goodbye with odd words", frames: [hello, badText, more, more] },
  {
    what: "an odd goodbye behind a ping",
    frames: [clientFrame(ping, hello.subarray(0, 5)), badCode, more],
  },
  { what: "a frame of no kind", frames: [hello, unknown, badCode, more] },
  { what: "a goodbye in every piece", frames: [hello, badCode, badCode, badCode] },
])("the host goes on when more comes behind $what [B22]", async ({ frames }) => {
  const socket = connectLine(host.port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(upgrade);
  await once(socket, "data");
  socket.resume();
  const closed = once(socket, "close");

  socket.write(Buffer.concat(frames));

  await closed;
  expect(await connect(host.url).query(app.list, { list: "none" })).toEqual([]);
});

test("a message of more frames than any has ends its connection with a reason [B22]", async () => {
  const client = await connectRaw(host.url);
  const value = await makeAdminKey(host.dataDir);
  client.send({ type: "Authenticate", baseVersion: 0, tokenType: "Admin", value });
  await client.next("Transition");

  for (let sent = 0; sent <= mostFrames; sent++) client.socket.send("[", { fin: false });

  expect(await client.closed).toMatchObject({ code: 1008 });
});
