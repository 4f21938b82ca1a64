import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { WebSocket } from "ws";
import { type Choices, connectText, hostileMessage, pick, sizeBelow } from "./hostile-messages.ts";

/** The longest connection of a stranger, in milliseconds. */
const stayMs = 400;

/**
 * One stranger connects to the WebSocket door, sends whole or partial messages, and closes the connection properly or
 * not.
 */
export async function hostileSocket(url: string, random: Choices): Promise<void> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/1.48.0/sync`, {
    perMessageDeflate: random() < 0.8 ? { threshold: 0 } : false,
    ...(random() < 0.1 && { origin: "https://elsewhere.example" }),
  });
  socket.on("error", () => undefined);
  const closed = once(socket, "close");
  const opened = await Promise.race([
    once(socket, "open").then(() => true),
    closed.then(() => false),
  ]);
  if (!opened) return;
  if (random() < 0.8) socket.send(connectText());
  if (random() < 0.2) socket.pause();
  const count = sizeBelow(1.5, random);
  for (let sent = 0; sent < count && socket.readyState === socket.OPEN; sent++)
    speak(socket, random);
  await Promise.race([closed, wait(stayMs * random())]);
  if (random() < 0.5) socket.terminate();
  else socket.close();
  await Promise.race([closed, wait(stayMs)]);
  socket.terminate();
}

function speak(socket: WebSocket, random: Choices): void {
  const text = hostileMessage(random);
  const kinds: readonly [() => void, ...(() => void)[]] = [
    () => socket.send(text),
    () => socket.send(text),
    () => socket.send(text),
    () => socket.send("x".repeat(sizeBelow(7, random))),
    () => socket.send(randomBytes(20)),
    () => socket.ping(randomBytes(sizeBelow(2, random))),
    () => {
      const parts = sizeBelow(3, random);
      for (let part = 0; part < parts; part++) socket.send("[", { fin: false });
      socket.send("]", { fin: random() < 0.5 });
    },
  ];
  pick(kinds, random)();
}

const upgrade =
  "GET /api/1.48.0/sync HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n" +
  "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n";

/** A stranger sends no WebSocket frames after its upgrade, or begins a frame that never ends. */
export async function hostileFrames(url: string, random: Choices): Promise<void> {
  const socket = connect(Number(new URL(url).port), "localhost");
  socket.on("error", () => undefined);
  const closed = once(socket, "close");
  socket.write(random() < 0.9 ? upgrade : upgrade.slice(0, Math.floor(upgrade.length * random())));
  const count = sizeBelow(1, random);
  for (let sent = 0; sent < count; sent++) socket.write(frame(random));
  await Promise.race([closed, wait(stayMs * random())]);
  if (random() < 0.5) socket.resetAndDestroy();
  else socket.destroy();
}

function frame(random: Choices): Buffer {
  if (random() < 0.3) return randomBytes(sizeBelow(4, random));
  const first = Math.floor(random() * 256);
  const payload = randomBytes(sizeBelow(3, random));
  const claimed = random() < 0.5 ? payload.length : sizeBelow(12, random);
  const head = Buffer.alloc(14);
  head[0] = random() < 0.5 ? 0xc1 : first;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(claimed), 2);
  return Buffer.concat([head, payload]);
}
