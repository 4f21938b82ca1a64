import { usualFloor } from "../../storage/disk-room.ts";
import type { CallRoomLimits } from "./call-room.ts";
import type { PaceLimits } from "./pace.ts";
import type { RoomLimits } from "./shared-room.ts";
import type { TurnLimits } from "./turn-queue.ts";

/** Every bound of the host in one place (SPEC section B). Tests start hosts with smaller ones. */
export type Limits = {
  /** One WebSocket frame. */
  frameBytes: number;
  /** Arguments of one call, as JSON text. */
  argumentBytes: number;
  /** Body of a function call over HTTP. */
  callBodyBytes: number;
  /** Request body of an HTTP action. */
  actionBodyBytes: number;
  /** One uploaded file. */
  uploadBytes: number;
  /** Milliseconds without a piece after which an import is given up, and those that a whole file waits for its import. */
  importPieceMs: number;
  importKeptMs: number;
  /** Milliseconds that pushed code waits for the request that puts it in use. */
  pushMs: number;
  /** The free disk below which no files and exports are taken: bytes, or a share of a smaller disk. */
  freeDiskBytes: number;
  freeDiskShare: number;
  /** Milliseconds for which a body may stand still. Its bytes give that time back, a second for 16 kB. */
  bodyMs: number;
  uploadMs: number;
  /** Open subscriptions of one client. */
  queriesPerClient: number;
  /** Mutations, and actions, that one client may have waiting. */
  queuedRequestsPerClient: number;
  /** The number of them that the function thread has at once. */
  mutationsInFlightPerClient: number;
  actionsInFlightPerClient: number;
  /** Messages that may wait while a token is checked. */
  waitingMessages: number;
  /** Bytes of waiting messages and unanswered calls; above this a client is not read until some are answered. */
  waitingBytes: number;
  unsignedWaitingBytes: number;
  /** Bytes of the unanswered mutations of all sockets, and of the actions, those of closed sockets included. */
  callRoom: CallRoomLimits;
  clients: number;
  /** Connections of HTTP: of all, and of one address (its requests, where a proxy has the connections). */
  connections: number;
  connectionsPerAddress: number;
  /**
   * The connections up to which an address takes the place of the oldest when all are taken; and those of one person.
   */
  fewConnections: number;
  connectionsPerCaller: number;
  /** Calls over HTTP that are in the function thread at once: of callers that are signed in, and of anonymous ones. */
  signedInTurns: TurnLimits;
  unsignedTurns: TurnLimits;
  /**
   * Answers over HTTP that take much memory and are made at once: of signed-in callers, and as many of anonymous ones.
   */
  longTurns: TurnLimits;
  /** Questions to the app about the sender of cookies; no more wait than an address has connections. */
  senderTurns: TurnLimits;
  /** Bytes of the bodies of unanswered calls, and of those that HTTP actions read. */
  bodyRoom: RoomLimits;
  actionBodyRoom: RoomLimits;
  /** Bytes that have come of messages whose end has not, of all sockets. */
  unfinishedBytes: number;
  /** One message of a client that is not signed in, inflated. */
  unsignedFrameBytes: number;
  /** Sockets of one address on which no caller is signed in. */
  unsignedClientsPerAddress: number;
  /** The sockets up to which an address takes the place of the oldest one, when all are taken. */
  fewUnsignedClients: number;
  /** Sockets on which one caller is signed in. */
  clientsPerCaller: number;
  /** Milliseconds until a client must send Connect, and until a caller must be signed in. */
  connectMs: number;
  signInMs: number;
  /**
   * Bytes kept of the queries that a client watches: before and after it is signed in; of all clients of one caller, of
   * all together, and of all that are not signed in.
   */
  unsignedQueryBytes: number;
  queryBytesPerClient: number;
  queryBytesPerCaller: number;
  queryBytes: number;
  unsignedQueryBytesOfAll: number;
  /** Rates at which messages are read: of one client, of all, and of all from one address that are not signed in. */
  clientPace: PaceLimits;
  hostPace: PaceLimits;
  unsignedPace: PaceLimits;
  /** Bytes that may wait in one client's socket, and of answers in one message; and those in all sockets together. */
  undeliveredBytes: number;
  undeliveredBytesOfAll: number;
  /** The longest silence of the host in milliseconds. Clients take a longer one for a dead host. */
  longestSilenceMs: number;
  /** Milliseconds of silence after which a client is disconnected. */
  silentClientMs: number;
  /** Milliseconds between two checks for silent clients. */
  tickMs: number;
  /** Milliseconds that the function thread may be blocked before it is replaced. */
  blockedThreadMs: number;
  /** The same while the thread starts, which takes longer. */
  silentStartMs: number;
  /** Milliseconds for which calls over HTTP wait for a thread while those that are tried do not start. */
  absentThreadMs: number;
  /** Milliseconds, disk time excluded, after which the process ends when a thread does not. */
  unendingThreadMs: number;
  /** Megabytes that functions may keep in memory; null leaves the bound to the engine. */
  heapMb: number | null;
  /** Milliseconds that a stop waits for running calls. */
  stopMs: number;
};

const KiB = 1024;
const MiB = 1024 * KiB;

export const defaultLimits: Limits = {
  frameBytes: 20 * MiB,
  argumentBytes: 16 * MiB,
  callBodyBytes: 16 * MiB + 2000,
  actionBodyBytes: 20 * MiB,
  uploadBytes: 100 * MiB,
  importPieceMs: 60 * 60_000,
  importKeptMs: 24 * 60 * 60_000,
  pushMs: 60 * 60_000,
  ...usualFloor,
  bodyMs: 30_000,
  uploadMs: 120_000,
  queriesPerClient: 2000,
  queuedRequestsPerClient: 1000,
  mutationsInFlightPerClient: 20,
  actionsInFlightPerClient: 100,
  waitingMessages: 1000,
  waitingBytes: 32 * MiB,
  unsignedWaitingBytes: 256 * KiB,
  // One client has 32 MB waiting and a call of 16 MB more; 1,000 sockets of one caller have 20 short calls each.
  callRoom: { bytes: 64 * MiB, bytesOfOne: 48 * MiB, bytesWhenFull: 256 * KiB },
  clients: 5000,
  connections: 5000,
  connectionsPerAddress: 1000,
  // The browsers of a few people who share an address, with six each.
  fewConnections: 24,
  connectionsPerCaller: 64,
  signedInTurns: {
    ...{ atOnce: 64, atOnceOfOne: 16, overdueOfOne: 16 },
    ...{ waitingOfOne: 1000, longestMs: 250 },
  },
  unsignedTurns: {
    ...{ atOnce: 8, atOnceOfOne: 4, overdueOfOne: 16 },
    ...{ waitingOfOne: 500, longestMs: 250, fewestFirst: true },
  },
  longTurns: {
    ...{ atOnce: 4, atOnceOfOne: 1, overdueOfOne: 1 },
    ...{ waitingOfOne: 16, longestMs: 60_000 },
  },
  senderTurns: {
    ...{ atOnce: 8, atOnceOfOne: 4, overdueOfOne: 4 },
    ...{ waitingOfOne: 1000, longestMs: 250, fewestFirst: true },
  },
  bodyRoom: { bytes: 64 * MiB, bytesOfOne: 33 * MiB, waitingOfOne: 64, patienceMs: 2000 },
  // Some twenty people on slow lines send a photo of the largest size each.
  actionBodyRoom: { bytes: 256 * MiB, bytesOfOne: 64 * MiB, waitingOfOne: 64, patienceMs: 2000 },
  unfinishedBytes: 64 * MiB,
  unsignedFrameBytes: 64 * KiB,
  unsignedClientsPerAddress: 100,
  fewUnsignedClients: 24,
  clientsPerCaller: 1000,
  connectMs: 10_000,
  signInMs: 60_000,
  unsignedQueryBytes: 64 * KiB,
  queryBytesPerClient: 4 * MiB,
  // A hundred pages of a person have room for a thousand short queries each.
  queryBytesPerCaller: 16 * MiB,
  queryBytes: 256 * MiB,
  // 5,000 sockets have room for six short queries each.
  unsignedQueryBytesOfAll: 32 * MiB,
  clientPace: {
    ...{ bytesPerSecond: 4 * MiB, mostBytes: 16 * MiB },
    ...{ busyMsPerSecond: 200, mostBusyMs: 1000 },
  },
  hostPace: {
    ...{ bytesPerSecond: 16 * MiB, mostBytes: 32 * MiB },
    ...{ busyMsPerSecond: 500, mostBusyMs: 2000 },
  },
  unsignedPace: {
    ...{ bytesPerSecond: 1 * MiB, mostBytes: 4 * MiB },
    ...{ busyMsPerSecond: 100, mostBusyMs: 500 },
  },
  undeliveredBytes: 64 * MiB,
  undeliveredBytesOfAll: 256 * MiB,
  longestSilenceMs: 15_000,
  silentClientMs: 120_000,
  tickMs: 5000,
  blockedThreadMs: 2000,
  silentStartMs: 30_000,
  absentThreadMs: 10_000,
  unendingThreadMs: 10_000,
  heapMb: null,
  stopMs: 10_000,
};
