import type { ServerResponse } from "node:http";
import type { UnreadShare } from "../bounds/unread-room.ts";
import type { Caller } from "../sync/caller-check.ts";
import type { Exchange, HttpServices } from "./exchange.ts";
import { sendText } from "./respond.ts";
import type { Asked } from "./run-call.ts";

/** A file is read in pieces of 64 kB: one waits at the connection, and one behind it. */
const mostOfFile = 128 * 1024;

type Services = Pick<HttpServices, "unreadRoom" | "turns">;

/**
 * The part of a caller in the room of all answers that are not read, until the answer is (SPEC B24). Whoever has most of a full
 * room loses the connection of an answer.
 */
export function openUnread(
  { unreadRoom, turns }: Services,
  exchange: Exchange,
  caller: Caller,
): UnreadShare {
  const { response } = exchange;
  const { name } = turns.nameOf(exchange, caller);
  const share = unreadRoom.open({ name: () => name, cut: () => response.destroy() });
  if (response.closed) share.leave();
  else response.once("close", share.leave);
  return share;
}

/** Answers a call with a text, which may be long. */
export function answerCall(
  { services, exchange, caller }: Asked,
  body: { status: number; type: string; text: string },
): void {
  sendText(exchange.response, body);
  openUnread(services, exchange, caller).count(Buffer.byteLength(body.text));
}

/** Counts the part of a file that is read from the disk before its client takes it. */
export function countFile(services: Services, exchange: Exchange, caller: Caller): void {
  const { response } = exchange;
  response.once("pipe", () => {
    const bytes = Math.min(lengthOf(response), mostOfFile);
    openUnread(services, exchange, caller).count(bytes);
  });
}

function lengthOf(response: ServerResponse): number {
  return Number(response.getHeader("content-length") ?? mostOfFile);
}
