import { answers } from "../answers/answers.ts";
import type { Editor } from "../optimistic/block-change.ts";
import { errorSentence } from "../errors.ts";
import { reportSessionEnd } from "../connection/session-end.ts";
import { createStore } from "../store.ts";
import { toastStore } from "../toast-store.ts";
import type { Outbox } from "./engine.ts";
import type { Client } from "./open.ts";
import type { Doing, Files, Operation } from "./operation.ts";
import type { Kinds } from "./operations/table.ts";
import type { Answered, Outcome, Waiter } from "./outcomes.ts";
import { errorOf } from "./verdict.ts";

interface State {
  /** The operations of the signed-in person that wait for the server or were refused by it, in order. */
  operations: readonly Operation[];
  /** False when this browser keeps nothing beyond the page. */
  isKept: boolean;
}

/** The time after which an outbox whose code did not come is tried again. */
const AGAIN_MS = 10_000;

const nothing: State = { operations: [], isKept: true };
const store = createStore(nothing);

/** A person's outbox that opens, or is open; another try takes the place of one that failed. */
let opened: Promise<Outbox> | null = null;
/** Opens the outbox of the person on the page once more; null while nobody is there. */
let tryAgain: (() => void) | null = null;
let engine: Outbox | null = null;
let waiting: ((opening: Promise<Outbox>) => void)[] = [];
let wanted: () => void = () => undefined;

/**
 * Keeps the changes of the signed-in person on the device until the server has confirmed them, and shows them meanwhile. The same way
 * with a line and without one. Its code comes after the first page.
 */
export const outbox = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,

  /** Opens the outbox of a person; what it returns closes it, and leaves what waits on the device. */
  start: (client: Client, person: Editor): (() => void) => {
    const stopOpening = keepOpening(client, person);
    for (const resolve of waiting) if (opened) resolve(opened);
    waiting = [];
    return stopOpening;
  },

  /** Calls back when somebody does something before it is open. */
  whenWanted: (callback: () => void): void => {
    wanted = callback;
    if (waiting.length > 0) callback();
  },

  /** Keeps something that the person does; resolves with its id once it is on the device, and shown. */
  do: async <Kind extends keyof Kinds>(
    kind: Kind,
    args: Kinds[Kind],
    doing?: Doing,
  ): Promise<string> => await (await running()).do(kind, args, doing),

  /** The end of an operation; rejects when the server refuses it, which then stays in the list. */
  confirmed: async (id: string): Promise<Outcome> => await (await running()).confirmed(id),

  /** The same for a screen that tells of a refusal itself; "waiting" as soon as there is no line to wait for. */
  answered: async (id: string, waiter?: Waiter): Promise<Answered> =>
    await (await running()).answered(id, waiter),

  /** Takes back what was never sent; false when the server may have it. */
  takeBack: async (id: string): Promise<boolean> => await (await running()).takeBack(id),

  retry: async (id: string): Promise<void> => await (await running()).retry(id),
  discard: async (id: string): Promise<void> => await (await running()).discard(id),

  /** Resolves once it is known what waits on this device; rejects where the code of the outbox cannot come. */
  opened: async (): Promise<void> => void (await running()),

  /** Removes everything of the person from the device. */
  forget: async (): Promise<void> => await (await opened)?.forget(),

  /** The id that the server has given to what was shown under a pending one, where this tab knows it. */
  recordOf: (pending: string): string | undefined => engine?.recordOf(pending),

  files: async (id: string): Promise<Files | null> => await (await running()).files(id),
};

/**
 * Opens the outbox of a person, and again after a failure: with the network, after a while, and when somebody does something. What
 * it returns ends that and closes what is open.
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
  // The rules are the larger part of its code. Asked for by themselves too, they run in a turn of their own, before the rest.
  import("../../../convex/rules/inputs/fields.ts").catch(() => undefined);
  const { openOutbox } = await import("./open.ts");
  const { outbox: mine, isKept } = await openOutbox(client, {
    person,
    publish: (operations) => {
      if (isOpen()) store.set({ ...store.snapshot(), operations });
    },
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
