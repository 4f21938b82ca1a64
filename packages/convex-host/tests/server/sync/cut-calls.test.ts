import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { expect, test, vi } from "vitest";
import { CallRoom } from "../../../src/server/bounds/call-room.ts";
import { Pace } from "../../../src/server/bounds/pace.ts";
import { QueryRoom } from "../../../src/server/bounds/query-room.ts";
import { defaultLimits } from "../../../src/server/bounds/server-limits.ts";
import { UnreadRoom } from "../../../src/server/bounds/unread-room.ts";
import { Compressor } from "../../../src/server/sync/compressor.ts";
import { Connection, type ConnectionOptions } from "../../../src/server/sync/connection.ts";
import { AnswerBytes } from "../../../src/server/sync/server-frames.ts";
import { callerNamed } from "../../support/client-state.ts";
import { mutation } from "../../support/raw-client.ts";

/** A fake socket that accepts writes but whose peer never reads. */
class DeafSocket extends EventEmitter {
  readonly OPEN = 1;
  readonly CLOSING = 2;
  readonly extensions = "";
  readyState = this.OPEN;
  close(): void {
    this.readyState = this.CLOSING;
  }
  terminate(): void {
    this.readyState = this.CLOSING;
  }
}

test("a call that a cut socket never began leaves no room taken [B4]", async () => {
  const socket = new DeafSocket();
  const send = (message: object) => socket.emit("message", JSON.stringify(message), false);
  const ask = vi.fn(() => new Promise(() => undefined));
  const pace = new Pace(defaultLimits.clientPace, () => 0);
  const callRoom = new CallRoom({ bytes: 1024, bytesOfOne: 1024, bytesWhenFull: 0 });
  let verified: (result: unknown) => void = () => undefined;
  new Connection({
    ...{
      id: 1,
      socket,
      callRooms: { mutation: callRoom, action: callRoom },
      now: () => 0,
      onDrained: () => undefined,
    },
    peer: { ip: "192.0.2.1", userAgent: null, isLocal: false },
    thread: { ask, tell: vi.fn(), addClient: vi.fn(), info: { authProviders: [] } },
    check: { user: () => new Promise((resolve) => (verified = resolve)) },
    limits: { ...defaultLimits, argumentBytes: 500, undeliveredBytes: 10 },
    queryRoom: new QueryRoom(defaultLimits),
    unreadRoom: new UnreadRoom(1024),
    unfinishedRoom: new UnreadRoom(1024),
    ...{ compressor: new Compressor(), answerBytes: new AnswerBytes() },
    gate: { deliver: () => false, next: vi.fn(), finish: vi.fn(), unfinished: { tell: vi.fn() } },
    seat: { pace, leave: vi.fn() },
    ...{
      takeSeat: () => null,
      countSignedIn: () => () => undefined,
      paces: { own: pace, all: pace },
    },
  } as unknown as ConnectionOptions);

  send({
    type: "Connect",
    sessionId: randomUUID(),
    connectionCount: 0,
    lastCloseReason: "InitialConnect",
  });
  send({ type: "Authenticate", baseVersion: 0, tokenType: "User", value: "token" });
  send(mutation(0, "items:add", { text: "x".repeat(600) }));
  send(mutation(1, "items:add", { text: "y" }));
  expect(socket.readyState).toBe(socket.OPEN);
  verified(callerNamed("ann"));
  // The refusal of the first call cuts the socket before the second call starts.
  await vi.waitFor(() => expect(socket.readyState).toBe(socket.CLOSING));

  expect(ask).not.toHaveBeenCalled();
  expect(callRoom.take("user bob", 1)).not.toBeNull();
});
