import { type Limits, defaultLimits } from "../../src/server/bounds/server-limits.ts";
import { ClientState } from "../../src/server/sync/client-state.ts";
import { Store } from "../../src/server/sync/store.ts";
import type { Caller, ClientPorts, SocketRequest } from "../../src/server/sync/client-ports.ts";
import type { ClientRegistration, WatchedQuery } from "../../src/wire/live-clients.ts";

type Sent = { type: string; [field: string]: unknown };

/** A client's state machine with nothing behind it: what it asks for is recorded. */
export function openClientState(limits: Partial<Limits> = {}, mustSignIn = true) {
  const said: Sent[] = [];
  const asked = {
    verify: [] as { tokenType: string; value: string }[],
    opened: [] as ClientRegistration[],
    identities: [] as { version: number; subject: string | null }[],
    queries: [] as { version: number; add: WatchedQuery[]; remove: number[] }[],
    mutations: [] as SocketRequest[],
    actions: [] as SocketRequest[],
    closed: [] as { code?: number | undefined; reason?: string | undefined }[],
  };
  const clock = { nowMs: 1_000_000 };
  const ports: ClientPorts = {
    now: () => clock.nowMs,
    send: (text) => said.push(JSON.parse(text) as Sent),
    close: (code, reason) => asked.closed.push({ code, reason }),
    verify: (token) => asked.verify.push(token),
    open: (registration) => asked.opened.push(registration),
    setIdentity: (version, { identity }) =>
      asked.identities.push({ version, subject: identity?.subject ?? null }),
    modifyQueries: (version, add, remove) => asked.queries.push({ version, add, remove }),
    mustSignIn: () => mustSignIn,
    runMutation: (request) => asked.mutations.push(request),
    runAction: (request) => asked.actions.push(request),
    refusalOf: (path, { isAdmin }) =>
      isAdmin || !path.startsWith("hidden:") ? null : { ok: false, message: "No.", logLines: [] },
  };
  const all = { ...defaultLimits, ...limits };
  const store = new Store(all.queryBytes);
  const state = new ClientState(7, ports, { limits: all, store });
  const receive = (message: object) => state.receive(JSON.stringify(message));
  return { state, said, asked, clock, receive };
}

/** The same after its Connect. */
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

/** The caller of a checked token. */
export function callerNamed(subject: string, expiresAtMs = Infinity): { ok: true; caller: Caller } {
  const issuer = "https://id.test";
  const identity = { tokenIdentifier: `${issuer}|${subject}`, issuer, subject };
  return { ok: true, caller: { identity, expiresAtMs, isAdmin: false } };
}
