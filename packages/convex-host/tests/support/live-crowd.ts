import { setImmediate as nextTurn } from "node:timers/promises";
import { findFunction } from "../../src/wire/find-function.ts";
import { createInvalidation } from "../../src/database/reads/invalidation.ts";
import { defaultLimits } from "../../src/server/bounds/server-limits.ts";
import { anonymous, type Caller } from "../../src/server/sync/caller-check.ts";
import type { ClientStep, Surroundings } from "../../src/server/sync/client-steps.ts";
import { ClientState } from "../../src/server/sync/client-state.ts";
import { textOf } from "../../src/server/sync/server-text.ts";
import { QueryRoom } from "../../src/server/bounds/query-room.ts";
import type { JsonObject } from "../../src/values/json.ts";
import type {
  ClientCommand,
  ClientRegistration,
  ClientUpdate,
  QueryResult,
} from "../../src/wire/live-clients.ts";
import { LiveRounds } from "../../src/functions/live/live-rounds.ts";
import { addedText, type Asked } from "./asked-queries.ts";
import { endlessRoom } from "./live-queries.ts";
import { type Shown, shownChange, shownOutcome } from "./shown-answers.ts";
import { personOf } from "./started-engine.ts";
import type { AppFunction } from "../../src/functions/app/app.ts";
import type { Call, Engine } from "../../src/functions/run/calls.ts";

/** Nobody (null), a person's name, or the holder of the admin key. */
export type Who = string | null;
export const admin = "the admin key";

/**
 * One answer of a message: the client's identity at that time, its question, the answer, and the timestamp of the
 * state.
 */
export type Told = { who: Who; asked: Asked; shown: Shown; ts: bigint };

/** The live answers of a crowd, from the text of the messages to the functions, in one thread and without a network. */
export class LiveCrowd {
  readonly engine: Engine;
  readonly #functions: ReadonlyMap<string, AppFunction>;
  #rounds: LiveRounds;
  readonly #members = new Map<number, CrowdMember>();
  #lastId = 0;

  constructor(engine: Engine, functions: ReadonlyMap<string, AppFunction>) {
    this.engine = engine;
    this.#functions = functions;
    this.#rounds = this.#newRounds();
  }

  /** Replaces the function thread; messages of the old one are ignored, and the sockets stay open. */
  restart(): void {
    this.#rounds.stop();
    this.#rounds = this.#newRounds();
    for (const member of this.#members.values())
      if (member.isOpen) this.#rounds.clients.open(member.registration());
  }

  #newRounds(): LiveRounds {
    const { engine } = this;
    const rounds: LiveRounds = new LiveRounds({
      database: engine.database,
      query: (call, options) => engine.query(call, options),
      prepare: (call) => engine.prepare(call),
      answerRoom: endlessRoom(createInvalidation()),
      post: ({ updates, results }) => {
        if (this.#rounds !== rounds) return;
        for (const update of updates) {
          this.#members.get(update.client)?.update(update, results);
          if (update.changes.length > 0) queueMicrotask(() => rounds.drained(update.client));
        }
      },
      now: () => performance.now(),
      wallClock: Date.now,
      after: () => undefined,
      enter: () => () => undefined,
      quarantine: [],
      nextTurn: () => nextTurn(),
      onError: (error) => {
        throw error;
      },
    });
    return rounds;
  }

  stop(): void {
    this.#rounds.stop();
  }

  join(who: Who): CrowdMember {
    return new CrowdMember(who, (member) => {
      this.#members.delete(member.id);
      this.#rounds.clients.close(member.id);
      this.#lastId += 1;
      this.#members.set(this.#lastId, member);
      const tell = (command: ClientCommand) => this.#tell(command);
      return { id: this.#lastId, surroundings: this.#surroundings(), tell };
    });
  }

  /** Returns the answer of a fresh call as this member; the journal keeps the end of the page that was shown. */
  async freshFor(who: Who, { path, args, journal }: Asked): Promise<Shown> {
    const { identity, isAdmin } = callerOf(who);
    const call: Call = {
      ...{ path, identity, args: JSON.parse(args) as JsonObject, isForOperator: isAdmin },
      caller: isAdmin ? "internal" : "public",
    };
    return shownOutcome(await this.engine.query(call, { journal }));
  }

  #tell(command: ClientCommand): void {
    const { clients } = this.#rounds;
    switch (command.type) {
      case "client-open":
        return clients.open(command.registration);
      case "client-identity":
        return clients.setIdentity(command.client, command);
      case "client-queries":
        return clients.modify(command.client, command);
      default:
        throw new Error(command.type);
    }
  }

  #surroundings(): Surroundings {
    const refusalOf: Surroundings["refusalOf"] = (path, { isAdmin }) => {
      const caller = isAdmin ? "internal" : "public";
      const search = findFunction(this.#functions, { path, kind: "query", caller });
      return "found" in search ? null : { ok: false, message: search.refusal, logLines: [] };
    };
    return {
      refusalOf,
      hasQuery: (path, caller) => refusalOf(path, caller) === null,
      mustSignIn: () => false,
      now: () => 0,
    };
  }
}

type Join = (member: CrowdMember) => {
  id: number;
  surroundings: Surroundings;
  tell: (command: ClientCommand) => void;
};

/** One socket and its client; it reconnects when the host closes the connection. */
export class CrowdMember {
  who: Who;
  id = 0;
  readonly asked = new Map<number, Asked>();
  readonly shown = new Map<number, Shown>();
  /** Called with each answer when it arrives. */
  onShown: (told: Told) => void = () => undefined;
  readonly #join: Join;
  #state!: ClientState;
  #tell: (command: ClientCommand) => void = () => undefined;
  #whoByVersion: Who[] = [];
  #querySet = 0;
  #lastQuery = 0;

  constructor(who: Who, join: Join) {
    this.who = who;
    this.#join = join;
    this.#connect();
  }

  get isOpen(): boolean {
    return this.#state.isOpen;
  }

  registration(): ClientRegistration {
    return this.#state.registration();
  }

  become(who: Who): void {
    this.who = who;
    const baseVersion = this.#whoByVersion.length - 1;
    this.#whoByVersion.push(who);
    const tokenType = who === null ? "None" : who === admin ? "Admin" : "User";
    this.#say({ type: "Authenticate", baseVersion, tokenType, value: who ?? "" });
  }

  ask(asked: Asked): void {
    this.#lastQuery += 1;
    const own = { ...asked };
    this.asked.set(this.#lastQuery, own);
    this.#modify([[this.#lastQuery, own]]);
  }

  leave(queryId: number): void {
    this.asked.delete(queryId);
    this.shown.delete(queryId);
    const modifications = [{ type: "Remove", queryId }];
    this.#say({ ...this.#nextQuerySet(), type: "ModifyQuerySet", modifications });
  }

  #connect(): void {
    const { id, surroundings, tell } = this.#join(this);
    this.id = id;
    this.#tell = tell;
    this.shown.clear();
    this.#whoByVersion = [null];
    this.#querySet = 0;
    const room = new QueryRoom(defaultLimits).open({ name: () => "one", cut: () => undefined });
    this.#state = new ClientState(id, surroundings, {
      limits: defaultLimits,
      room,
      takeCallRoom: () => () => undefined,
    });
    this.#say({ type: "Connect", sessionId: crypto.randomUUID(), connectionCount: 0 });
    this.become(this.who);
    this.#modify([...this.asked]);
  }

  update(update: ClientUpdate, results: readonly QueryResult[]): void {
    this.#carryOut(this.#state.update(update, results));
  }

  #carryOut(steps: readonly ClientStep[]): void {
    const { id } = this;
    for (const step of steps) {
      // Messages for an earlier connection are dropped.
      if (this.id !== id) return;
      if (step.do === "say") this.#hear(textOf(step.message));
      else if (step.do === "tell") this.#tell(step.command);
      else if (step.do === "close") this.#connect();
      else if (step.do === "verify")
        queueMicrotask(() => {
          const result = { ok: true as const, caller: callerOf(step.token.value) };
          if (this.id === id) this.#carryOut(this.#state.verified(result));
        });
    }
  }

  #modify(added: [number, Asked][]): void {
    this.#receive(addedText(added, this.#nextQuerySet()));
  }

  #nextQuerySet() {
    this.#querySet += 1;
    return { baseVersion: this.#querySet - 1, newVersion: this.#querySet };
  }

  #say(message: object): void {
    this.#receive(JSON.stringify(message));
  }

  #receive(text: string): void {
    this.#carryOut(this.#state.receive(text));
  }

  #hear(text: string): void {
    const message = JSON.parse(text) as Transition | { type: "FatalError" | "AuthError" };
    if (message.type !== "Transition") throw new Error(text);
    const who = this.#whoByVersion[message.endVersion.identity] ?? null;
    const ts = timestampOf(message.endVersion.ts);
    for (const change of message.modifications) {
      const asked = this.asked.get(change.queryId);
      if (asked === undefined || change.type === "QueryRemoved") continue;
      const shown = shownChange(change);
      this.shown.set(change.queryId, shown);
      // A client that reconnects asks for the page that was shown.
      asked.journal = change.journal;
      this.onShown({ who, asked, shown, ts });
    }
  }
}

type Transition = {
  type: "Transition";
  endVersion: { identity: number; ts: string };
  modifications: (Shown & { queryId: number; journal: string | null })[];
};

function timestampOf(text: string): bigint {
  return Buffer.from(text, "base64").readBigUInt64LE();
}

function callerOf(who: Who): Caller {
  if (who === null) return anonymous;
  const isAdmin = who === admin;
  return { identity: isAdmin ? null : personOf(who), expiresAtMs: null, isAdmin };
}
