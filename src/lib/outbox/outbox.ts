import { answers } from "../answers/answers.ts";
import type { Editor } from "../optimistic/block-change.ts";
import { errorSentence } from "../errors.ts";
import { reportSessionEnd } from "../connection/session-end.ts";
import { createStore } from "../store.ts";
import { toastStore } from "../toast-store.ts";
import type { Outbox } from "./engine.ts";
import type { Client } from "./client-line.ts";
import type { LeftWork } from "./left-here.ts";
import type { Doing, Files, Operation } from "./operation.ts";
import type { Kinds } from "./operations/table.ts";
import type { Answered, Outcome, Waiter } from "./outcomes.ts";
import { errorOf } from "./verdict.ts";

interface State {
  /** The operations of the signed-in person that wait for the server or were refused by it, in order. */
  operations: readonly Operation[];
  /** The work on this device that may be the person's, or another's without a name at the same address. */
  left: readonly LeftWork[];
  /** False when this browser keeps nothing beyond the page. */
  isKept: boolean;
}

/** The delay in ms before a new attempt to load the outbox code. */
const AGAIN_MS = 10_000;

const nothing: State = { operations: [], left: [], isKept: true };
const store = createStore(nothing);

/** The person's outbox, which is open or opening. A new attempt replaces a failed one. */
let opened: Promise<Outbox> | null = null;
/** Tries again to open the outbox of the person on the page; null without a person. */
let tryAgain: (() => void) | null = null;
let engine: Outbox | null = null;
let waiting: ((opening: Promise<Outbox>) => void)[] = [];
let wanted: () => void = () => undefined;

/**
 * Keeps the signed-in person's changes on the device until the server has confirmed them, and shows them meanwhile,
 * with a connection and without one. Its code loads after the first page.
 */
export const outbox = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,

  /** Opens the outbox of a person. Returns a function that closes it; waiting operations stay on the device. */
  start: (client: Client, person: Editor): (() => void) => {
    const stopOpening = keepOpening(client, person);
    for (const resolve of waiting) if (opened) resolve(opened);
    waiting = [];
    return stopOpening;
  },

  /** Calls back on the first operation before the outbox is open. */
  whenWanted: (callback: () => void): void => {
    wanted = callback;
    if (waiting.length > 0) callback();
  },

  /** Stores an operation of the person. Resolves with its id once it is on the device and shown. */
  do: async <Kind extends keyof Kinds>(
    kind: Kind,
    args: Kinds[Kind],
    doing?: Doing,
  ): Promise<string> => await (await running()).do(kind, args, doing),

  /** The outcome of an operation; rejects when the server refuses it, and the operation then stays in the list. */
  confirmed: async (id: string): Promise<Outcome> => await (await running()).confirmed(id),

  /** The outcome for a screen that shows a refusal itself; "waiting" when there is no connection. */
  answered: async (id: string, waiter?: Waiter): Promise<Answered> =>
    await (await running()).answered(id, waiter),

  /** Withdraws an operation that was never sent, or was refused; false when the server may have it. */
  takeBack: async (id: string): Promise<boolean> => await (await running()).takeBack(id),

  retry: async (id: string): Promise<void> => await (await running()).retry(id),
  discard: async (id: string): Promise<void> => await (await running()).discard(id),

  /** Resolves once the waiting operations of this device are known; rejects when the outbox code cannot load. */
  opened: async (): Promise<void> => void (await running()),

  /** Removes all operations of the person from the device. */
  forget: async (): Promise<void> => await (await opened)?.forget(),

  /** The final id of a record that was shown under a pending one, if this tab knows it. */
  recordOf: (pending: string): string | undefined => engine?.recordOf(pending),

  files: async (id: string): Promise<Files | null> => await (await running()).files(id),
};

/**
 * Opens the outbox of a person, and retries after a failure: when the network returns, after a delay, and on the next
 * operation. Returns a function that ends the retries and closes the outbox.
 */
function keepOpening(client: Client, person: Editor): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let mine: Promise<Outbox>;
  const begin = () => {
    clearTimeout(timer);
    const opening = open(client, person, () => opened === opening);
    mine = opening;
    opened = opening;
    opening.then(
      (running) => {
        if (opened === opening) engine = running;
      },
      () => {
        if (opened !== opening) return;
        opened = null;
        timer = setTimeout(beginAgain, AGAIN_MS);
      },
    );
  };
  const beginAgain = () => {
    if (!isOver && opened === null) begin();
  };
  begin();
  tryAgain = beginAgain;
  window.addEventListener("online", beginAgain);
  return () => {
    isOver = true;
    clearTimeout(timer);
    window.removeEventListener("online", beginAgain);
    if (tryAgain === beginAgain) tryAgain = null;
    void mine.then((running) => running.stop()).catch(() => undefined);
    if (opened !== mine) return;
    opened = null;
    engine = null;
    store.set(nothing);
    answers.setOverlays([]);
  };
}

async function running(): Promise<Outbox> {
  if (opened === null) tryAgain?.();
  if (opened) return await opened;
  const opening = new Promise<Outbox>((resolve) => waiting.push(resolve));
  wanted();
  return await opening;
}

async function open(client: Client, person: Editor, isOpen: () => boolean): Promise<Outbox> {
  // The rules are the larger part of the outbox code. A separate import runs them in a task of their own, before the
  // rest.
  import("../../../convex/rules/inputs/fields.ts").catch(() => undefined);
  const { openOutbox } = await import("./open.ts");
  const { outbox: mine, isKept } = await openOutbox(client, {
    person,
    isOpen,
    publish: (operations, left) => store.set({ ...store.snapshot(), operations, left }),
    overlay: (overlays) => {
      if (isOpen()) answers.setOverlays(overlays);
    },
    refusedLater: tellRefusal,
    signedOut: reportSessionEnd,
  });
  if (isOpen()) store.set({ ...store.snapshot(), isKept });
  return mine;
}

function tellRefusal({ text, refusal }: Operation): void {
  const reason = refusal ? errorSentence(errorOf(refusal)) : "";
  const description = `${text}. ${reason} It is kept in the list of what waits.`;
  toastStore.show({ title: "Not accepted", description, variant: "destructive" });
}
