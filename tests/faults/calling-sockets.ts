import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";

export type Calling = {
  url: string;
  /** The tokens of the people who own the sockets in turn; empty for strangers. */
  tokens: readonly string[];
  unitIds: readonly string[];
  /** The prefix of each note's text. */
  name: string;
  sockets: number;
};

export type Calls = {
  /** The texts of the notes whose mutation was acknowledged. */
  made: string[];
  /** Mutations with one answer: the acknowledgement, or the refusal of a stranger. */
  answered: number;
  seconds: number;
  wrongs: string[];
};

export const mutationsOfOne = 20;
const noteLetters = 1_000;
/** Sockets open in batches, because a machine's listen queue is bounded. */
const openedAtOnce = 50;
/** An address may have 100 sockets without sign-in, and this machine has many loopback addresses. */
const socketsPerAddress = 90;

type Note = { unitId: string; content: string };
type Answer = { type: string; requestId: number; success: boolean; result: unknown };
type Caller = { socket: WebSocket; notes: readonly Note[]; answers: Answer[] };

/** Opens sockets that all send their mutations at once. Resolves when all are answered and the sockets are closed. */
export async function callAtOnce(calling: Calling): Promise<Calls> {
  const callers: Caller[] = [];
  try {
    while (callers.length < calling.sockets) {
      const opened = callers.length;
      const count = Math.min(openedAtOnce, calling.sockets - opened);
      const part = Array.from({ length: count }, (_, index) => openOne(calling, opened + index));
      callers.push(...(await Promise.all(part)));
    }
    const startedAt = performance.now();
    await Promise.all(callers.map(callAll));
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    return { ...judge(callers, { isStranger: calling.tokens.length === 0 }), seconds };
  } finally {
    for (const { socket } of callers) socket.terminate();
  }
}

/** Resolves when the host has answered the socket's first messages, and so knows its caller. */
async function openOne({ url, tokens, unitIds, name }: Calling, index: number): Promise<Caller> {
  const isStranger = tokens.length === 0;
  const { port } = new URL(url);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/1.48.0/sync`, {
    perMessageDeflate: false,
    ...(isStranger && { localAddress: `127.0.0.${2 + Math.floor(index / socketsPerAddress)}` }),
  });
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  const known = new Promise((resolve, reject) => {
    socket.once("message", resolve);
    socket.once("close", reject);
  });
  const value = tokens[index % tokens.length];
  const hello = [
    { type: "Connect", sessionId: randomUUID(), connectionCount: 0, clientTs: Date.now() },
    ...(isStranger ? [] : [{ type: "Authenticate", tokenType: "User", value, baseVersion: 0 }]),
    { type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [] },
  ];
  for (const message of hello) socket.send(JSON.stringify(message));
  await known;
  const notes = Array.from({ length: mutationsOfOne }, (_, number) => ({
    unitId: unitIds[index % unitIds.length] ?? "",
    content: `${name} ${index} ${number} `.padEnd(noteLetters, "x"),
  }));
  return { socket, notes, answers: [] };
}

/** Sends all mutations, and resolves after the same number of answers. */
async function callAll({ socket, notes, answers }: Caller): Promise<void> {
  const answered = new Promise<void>((resolve, reject) => {
    socket.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Answer;
      if (message.type === "MutationResponse") answers.push(message);
      if (answers.length >= notes.length) resolve();
    });
    socket.once("close", (code, reason: Buffer) =>
      reject(new Error(`A line ended: ${code} ${reason.toString()}`)),
    );
  });
  for (const [requestId, note] of notes.entries()) {
    const message = { type: "Mutation", requestId, udfPath: "unitNotes:create", args: [note] };
    socket.send(JSON.stringify(message));
  }
  await answered;
}

function judge(
  callers: readonly Caller[],
  { isStranger }: { isStranger: boolean },
): Omit<Calls, "seconds"> {
  const made: string[] = [];
  const wrongs: string[] = [];
  let answered = 0;
  for (const { notes, answers } of callers)
    for (const [requestId, { content }] of notes.entries()) {
      const own = answers.filter((answer) => answer.requestId === requestId);
      const [answer] = own;
      if (own.length === 1) answered += 1;
      if (answer?.success === true) made.push(content);
      if (answer?.success === isStranger)
        wrongs.push(`A mutation got ${JSON.stringify(answer).slice(0, 300)}`);
    }
  return { made, answered, wrongs: wrongs.slice(0, 5) };
}
