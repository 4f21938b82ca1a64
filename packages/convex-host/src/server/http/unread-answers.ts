import type { ServerResponse } from "node:http";
import type { UnreadShare } from "../bounds/unread-room.ts";
import type { Caller } from "../sync/caller-check.ts";
import type { Exchange, HttpServices } from "./exchange.ts";
import { sendText } from "./respond.ts";
import type { Asked } from "./run-call.ts";

/**
 * The most bytes of a file in memory. It is read in pieces of 64 kB: one waits at the connection, and one behind it.
 */
const mostOfFile = 128 * 1024;

type Services = Pick<HttpServices, "unreadRoom" | "turns">;

/**
 * Opens a caller's share of the room of unread answers, until the answer is read (SPEC B24). The caller with the most
 * in a full room loses the connection of an answer.
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

/** Answers a call with a text, and counts the text until it is read. */
export function answerCall(
  { services, exchange, caller }: Asked,
  body: { status: number; type: string; text: string },
): void {
  sendText(exchange.response, body);
  openUnread(services, exchange, caller).count(Buffer.byteLength(body.text));
}

/** Counts the part of a file that is in memory before its client takes it. */
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
