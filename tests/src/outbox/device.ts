import { makeFunctionReference } from "convex/server";
import { type Channel, deaf } from "../../../src/lib/device/channel.ts";
import type { Message } from "../../../src/lib/outbox/channel.ts";
import { type Database, openDatabase } from "../../../src/lib/outbox/database.ts";
import type { Overlay } from "../../../src/lib/answers/replay.ts";
import { Outbox } from "../../../src/lib/outbox/engine.ts";
import {
  type Description,
  momentOf,
  type Operation,
  type Table,
} from "../../../src/lib/outbox/operation.ts";
import type { Locks } from "../../../src/lib/outbox/line.ts";
import { FakeLine, type Later, type Serve } from "./fake-line.ts";

type SetArgs = { record: string; value: string };
type MakeArgs = { name: string };
type RenameArgs = { record: string; name: string };

const setValue = makeFunctionReference<"mutation">("things:set");
const undo = makeFunctionReference<"mutation">("things:undo");
const make = makeFunctionReference<"mutation">("things:make");
const rename = makeFunctionReference<"mutation">("things:rename");
const remove = makeFunctionReference<"mutation">("things:remove");

const noName = () => "";
const sent = (operation: Operation) => ({
  ...(operation.args as object),
  ...{ key: operation.id, madeAt: momentOf(operation) },
});

const set: Description<SetArgs> = {
  version: 1,
  recordOf: ({ record }) => record,
  textOf: ({ record, value }) => `${record}: ${value}`,
  show: () => undefined,
  send: (operation, { mutation }) => mutation(setValue, sent(operation)),
};
/** The kinds of operations in these tests: setting a value and undoing that, and making, renaming and removing things. */
export const table: Table = {
  set,
  undo: {
    version: 1,
    recordOf: ({ record }) => record,
    textOf: noName,
    undoes: ({ act }) => act,
    send: (operation, { mutation }) => mutation(undo, sent(operation)),
  } satisfies Description<{ record: string; act: string }>,
  make: {
    version: 1,
    recordOf: (_, id) => `pending:${id}`,
    textOf: ({ name }: MakeArgs) => name,
    send: (operation, { mutation }) => mutation(make, sent(operation)),
    createdBy: ({ id }: { id: string }) => id,
    changeTo: ({ name }, { record }) => ({ kind: "rename", args: { record, name } }),
  } satisfies Description<MakeArgs, { id: string }>,
  rename: {
    version: 1,
    recordOf: ({ record }) => record,
    textOf: noName,
    send: (operation, { mutation }) => mutation(rename, sent(operation)),
    withRecord: (args, record) => ({ ...args, record }),
    foldInto: ({ kind, args }, { name }) =>
      kind === "make" || kind === "rename" ? { ...(args as object), name } : null,
  } satisfies Description<RenameArgs>,
  remove: {
    version: 1,
    recordOf: ({ record }) => record,
    textOf: noName,
    send: (operation, { mutation }) => mutation(remove, sent(operation)),
    withRecord: (args, record) => ({ ...args, record }),
    foldInto: ({ kind }) => (kind === "make" ? "nothing" : null),
  } satisfies Description<{ record: string }>,
};

/** A tab with its own outbox. */
export interface Tab {
  outbox: Outbox;
  line: FakeLine;
  /** The waiting and refused operations, as the tab shows them. */
  operations: () => readonly Operation[];
  /** The operations of an account without a name, which may be another person's. */
  inDoubt: () => readonly Operation[];
  overlays: () => readonly Overlay[];
  refusedLater: Operation[];
  isSignedOut: () => boolean;
  kill: () => void;
  /** Stops the tab as a browser does with one in the background: it keeps its locks. */
  freeze: () => void;
}

let devices = 0;

/** A device with its database, on which tabs are opened and killed. */
export class Device {
  readonly name = `outbox of device ${String(devices++)}`;
  readonly #serve: Serve;
  readonly #later: Later;
  readonly #arrives: () => boolean;
  readonly #locks = new Map<string, { owner: object; grant: () => Promise<void> }[]>();
  readonly #listeners = new Map<object, (message: Message) => void>();
  readonly #tabs: Tab[] = [];

  constructor(world: { serve: Serve; later?: Later; arrives?: () => boolean }) {
    this.#serve = world.serve;
    this.#later = world.later ?? ((step) => void setImmediate(step));
    this.#arrives = world.arrives ?? (() => true);
  }

  async open(
    person = "ana",
    {
      isConnected = true,
      kinds = table,
      email = null,
      firstName = "Ana",
      lastName = "Silva",
      session = person,
      locks,
    }: {
      isConnected?: boolean;
      kinds?: Table;
      email?: string | null;
      firstName?: string;
      lastName?: string;
      session?: string;
      /** Replaces the locks of the device; null for a browser without locks. */
      locks?: Locks | null;
    } = {},
  ): Promise<Tab> {
    const owner = { isAlive: true };
    const line = new FakeLine(session, {
      serve: this.#serve,
      later: this.#later,
      arrives: this.#arrives,
    });
    if (!isConnected) line.cut();
    let operations: readonly Operation[] = [];
    let inDoubt: readonly Operation[] = [];
    let overlays: readonly Overlay[] = [];
    let isSignedOut = false;
    const refusedLater: Operation[] = [];
    const database = await openDatabase(this.name);
    const { isKept } = database;
    const locksOfDevice = isKept ? this.#locksOf(owner) : undefined;
    const outbox = new Outbox({
      database: whileAlive(database, owner),
      table: kinds,
      channel: isKept ? this.#channelOf(owner) : deaf,
      locks: locks === undefined ? locksOfDevice : (locks ?? undefined),
      line,
      person: { id: person, firstName, lastName, email } as never,
      shown: () => ({ getQuery: () => undefined, getAllQueries: () => [] }),
      publish: (all, others) => ([operations, inDoubt] = [all, others]),
      overlay: (all) => (overlays = all),
      hold: () => undefined,
      refusedLater: (operation) => refusedLater.push(operation),
      signedOut: () => (isSignedOut = true),
    });
    await outbox.start();
    const freeze = () => {
      owner.isAlive = false;
      line.kill();
      this.#listeners.delete(owner);
    };
    const kill = () => {
      freeze();
      this.#releaseOf(owner);
    };
    const tab = {
      ...{ outbox, line, refusedLater, kill, freeze },
      ...{ operations: () => operations, inDoubt: () => inDoubt },
      ...{ overlays: () => overlays, isSignedOut: () => isSignedOut },
    };
    this.#tabs.push(tab);
    return tab;
  }

  /** The number of outboxes that listen for changes of other tabs. */
  get listening(): number {
    return this.#listeners.size;
  }

  /** Kills every tab, because later calls of theirs would reach the server of the next test. */
  end(): void {
    for (const tab of this.#tabs) {
      tab.kill();
      // A timer would keep the process of a long run.
      tab.outbox.stop();
    }
  }

  #channelOf(owner: object): Channel<Message> {
    return {
      post: (message) => {
        for (const [other, listener] of this.#listeners)
          if (other !== owner) setImmediate(() => this.#listeners.has(other) && listener(message));
      },
      listen: (listener) => void this.#listeners.set(owner, listener),
      close: () => void this.#listeners.delete(owner),
    };
  }

  #locksOf(owner: object): Locks {
    const request = (name: string, { steal }: LockOptions, hold: () => Promise<void>) => {
      const queue = steal === true ? [] : (this.#locks.get(name) ?? []);
      this.#locks.set(name, queue);
      const grant = async () => {
        await hold();
        this.#release(name, owner);
      };
      queue.push({ owner, grant });
      if (queue.length === 1) void grant();
      return new Promise(() => undefined);
    };
    return { request } as unknown as Locks;
  }

  #releaseOf(owner: object): void {
    for (const name of this.#locks.keys()) this.#release(name, owner);
  }

  #release(name: string, owner: object): void {
    const queue = this.#locks.get(name) ?? [];
    const wasHeld = queue[0]?.owner === owner;
    const left = queue.filter((each) => each.owner !== owner);
    this.#locks.set(name, left);
    if (wasHeld) void left[0]?.grant();
  }
}

/**
 * A killed tab starts no further work and its promises never settle; writes that have already started are completed.
 */
function whileAlive(database: Database, owner: { isAlive: boolean }): Database {
  const never = new Promise<never>(() => undefined);
  const guarded = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (!owner.isAlive) return await never;
    const value = await work();
    return owner.isAlive ? value : await never;
  };
  return {
    isKept: database.isKept,
    read: () => guarded(() => database.read()),
    change: (work, files) => guarded(() => database.change(work, files)),
    files: (id) => guarded(() => database.files(id)),
  };
}
