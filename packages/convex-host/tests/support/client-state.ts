import { type Limits, defaultLimits } from "../../src/server/bounds/server-limits.ts";
import { ClientState } from "../../src/server/sync/client-state.ts";
import type { Caller, CallerResult } from "../../src/server/sync/caller-check.ts";
import type {
  ClientStep,
  SocketRequest,
  Surroundings,
} from "../../src/server/sync/client-steps.ts";
import { textOf } from "../../src/server/sync/server-text.ts";
import { QueryRoom } from "../../src/server/bounds/query-room.ts";
import type { CallOutcome } from "../../src/wire/commands.ts";
import type { ClientUpdate, QueryResult, WatchedQuery } from "../../src/wire/live-clients.ts";

type Sent = { type: string; [field: string]: unknown };

/** Makes a client's state machine without a host, and records its steps. */
export function openClientState(limits: Partial<Limits> = {}, mustSignIn = true) {
  const said: Sent[] = [];
  const asked = {
    verify: [] as { tokenType: string; value: string }[],
    identities: [] as { version: number; subject: string | null }[],
    queries: [] as { version: number; add: WatchedQuery[]; remove: number[] }[],
    mutations: [] as SocketRequest[],
    actions: [] as SocketRequest[],
    closed: [] as { code?: number | undefined; reason?: string | undefined }[],
  };
  const clock = { nowMs: 1_000_000 };
  const app = { isRunning: true };
  const surroundings: Surroundings = {
    now: () => clock.nowMs,
    mustSignIn: () => mustSignIn,
    refusalOf: (path, caller) =>
      !app.isRunning || isOpenTo(caller, path) ? null : { ok: false, message: "No.", logLines: [] },
    hasQuery: (path, caller) => app.isRunning && isOpenTo(caller, path),
  };
  const all = { ...defaultLimits, ...limits };
  const room = new QueryRoom(all).open({ name: () => "one", cut: () => undefined });
  const takeCallRoom = () => () => undefined;
  const machine = new ClientState(7, surroundings, { limits: all, room, takeCallRoom });
  const record = (steps: readonly ClientStep[]) => {
    for (const step of steps) {
      if (step.do === "say") said.push(JSON.parse(textOf(step.message)) as Sent);
      else if (step.do === "close") asked.closed.push({ code: step.code, reason: step.reason });
      else if (step.do === "verify") asked.verify.push(step.token);
      else if (step.do === "call") asked[`${step.request.kind}s`].push(step.request);
      else if (step.command.type === "client-queries") asked.queries.push(step.command);
      else if (step.command.type === "client-identity") {
        const { version, identity } = step.command;
        asked.identities.push({ version, subject: identity?.subject ?? null });
      }
    }
  };
  const state = {
    machine,
    heard: () => machine.heard(),
    mute: () => machine.mute(),
    tick: () => record(machine.tick()),
    verified: (result: CallerResult) => record(machine.verified(result)),
    update: (update: ClientUpdate, results: QueryResult[]) =>
      record(machine.update(update, results)),
    mutationDone: (requestId: number, outcome: CallOutcome) =>
      record(
        machine.answered(
          asked.mutations.find((one) => one.requestId === requestId)!,
          outcome,
        ),
      ),
  };
  const receive = (message: object) => record(machine.receive(JSON.stringify(message)));
  return { state, said, asked, clock, app, receive };
}

function isOpenTo({ isAdmin }: Caller, path: string): boolean {
  return isAdmin || !path.startsWith("hidden:");
}

/** Makes the same state machine after its Connect message. */
export function connectedClientState(limits: Partial<Limits> = {}, mustSignIn = true) {
  const client = openClientState(limits, mustSignIn);
  client.receive({
    type: "Connect",
    sessionId: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
    connectionCount: 0,
    clientTs: client.clock.nowMs + 250,
  });
  return client;
}

/** Returns the result of a token check: the caller with this subject. */
export function callerNamed(subject: string, expiresAtMs = Infinity): { ok: true; caller: Caller } {
  const issuer = "https://id.test";
  const identity = { tokenIdentifier: `${issuer}|${subject}`, issuer, subject };
  return { ok: true, caller: { identity, expiresAtMs, isAdmin: false } };
}
