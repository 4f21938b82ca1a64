import { newRequestKey } from "../request-key.ts";
import { createStore, withEntry } from "../store.ts";

/** The typed texts, by their subject. */
const store = createStore<ReadonlyMap<string, string>>(new Map());

/** The kind of a subject whose text no device keeps. */
const PAGE = "page";

/** The texts that were there when somebody began to edit them. */
const bases = new Map<string, string>();

/** The texts that are on their way to the outbox: until it has them, the device keeps them. */
let leaving = new Map<string, readonly string[]>();

/** The names of texts that are back from the outbox, by their subject, until they are gone. */
const origins = new Map<string, string>();

/** A text on its way to the outbox. */
interface HandedOver {
  text: string;
  /** The name that the text keeps for as long as it is not saved. */
  origin: string;
  /** The outbox has it, on the device. */
  taken: () => void;
  /** It cannot be saved: it stands again in the draft of this subject. */
  refused: (key: string) => void;
}

/**
 * Unsaved text by what it is for. It outlives its text area, so that neither another tab, nor a closed dialog, nor a
 * refused change loses what was typed; on the device it outlives the page.
 */
export const drafts = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,
  get: (key: string): string | undefined => store.snapshot().get(key),
  set: (key: string, text: string) => put(key, text),
  /** Begins to edit a text that is there. */
  begin: (key: string, text: string) => {
    bases.set(key, text);
    put(key, text);
  },
  /** Goes on from another text than the one that was there when the editing began. */
  rebase: (key: string, text: string) => {
    bases.set(key, text);
    store.set(store.snapshot());
  },
  /** The text that was there when the editing began. */
  baseOf: (key: string): string | undefined => bases.get(key),
  clear: (key: string) => put(key, undefined),
  /** Forgets everything, for another person has begun; nothing that is on its way comes back either. */
  forgetAll: () => {
    bases.clear();
    origins.clear();
    leaving = new Map();
    store.set(new Map());
  },
  /** Empties a draft whose text is saved. */
  handOver: (key: string): HandedOver => {
    const text = drafts.get(key) ?? "";
    const ofThisPerson = leaving;
    const origin = origins.get(key) ?? newRequestKey();
    leaving.set(key, [...(leaving.get(key) ?? []), text]);
    put(key, undefined);
    let isLeaving = true;
    const leave = () => {
      if (isLeaving) endLeaving(key, text);
      isLeaving = false;
    };
    return {
      text,
      origin,
      taken: () => {
        leave();
        store.set(store.snapshot());
      },
      refused: (to) => {
        leave();
        if (leaving !== ofThisPerson) return;
        drafts.restore(to, text);
        origins.set(to, origin);
      },
    };
  },
  /** All that a page would lose: what is typed, behind what is on its way to the outbox. */
  unsaved: (): ReadonlyMap<string, string> => {
    const all = new Map(store.snapshot());
    for (const [key, texts] of leaving) all.set(key, joined([...texts, all.get(key)]));
    return all;
  },
  /** The notes of a unit whose edit is unsaved, by what their drafts are for. */
  editsOf: (unitId: string) =>
    [...store.snapshot().keys()].filter((key) => key.startsWith(`${unitId}/`)),
  /** Goes on with a text under another subject: the server has named its note. */
  move: (key: string, to: string) => {
    const base = bases.get(key);
    if (base !== undefined) bases.set(to, base);
    put(to, store.snapshot().get(key));
    put(key, undefined);
  },
  /** Puts refused text back, before what has been typed since. */
  restore: (key: string, text: string) => {
    put(key, joined([text, drafts.get(key)?.trim()]));
  },
  /** Shows what the device has of a subject; undefined where it has nothing any more. */
  recall: (key: string, kept: { text: string; base?: string | undefined } | undefined) => {
    if (kept?.base !== undefined) bases.set(key, kept.base);
    put(key, kept?.text);
  },
};

/** The subject of an edited note's draft; that of a new note is its unit. */
export function editKey({ unitId, id }: { unitId: string; id: string }): string {
  return `${unitId}/${id}`;
}

/** An opening of a form, as the subject of what was typed in it. */
interface Opening {
  opening: string;
  /** True for what no device keeps. */
  onlyInPage?: boolean;
}

/** The subject of what was typed in one opening of a form. */
export function formKey(place: string, { opening, onlyInPage = false }: Opening): string {
  return `${onlyInPage ? PAGE : "form"} ${place}\n${opening}`;
}

/** True for the subject of a text that goes with its page. */
export function isOnlyInPage(key: string): boolean {
  return key.startsWith(`${PAGE} `);
}

/** True for the subject of the values of a form; any other text is what somebody typed, as it is. */
export function isOfForm(key: string): boolean {
  return key.startsWith("form ") || isOnlyInPage(key);
}

/** The texts that the openings of a form have left, the latest last. */
export function formDrafts(
  all: ReadonlyMap<string, string>,
  place: string,
): { key: string; opening: string; text: string }[] {
  return [...all].flatMap(([key, text]) => {
    const [form, opening] = key.split("\n");
    const isOfForm = form === `form ${place}` || form === `${PAGE} ${place}`;
    return isOfForm && opening !== undefined ? [{ key, opening, text }] : [];
  });
}

function endLeaving(key: string, text: string): void {
  const texts = leaving.get(key) ?? [];
  const left = texts.filter((_, index) => index !== texts.indexOf(text));
  if (left.length === 0) leaving.delete(key);
  else leaving.set(key, left);
}

function joined(texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined && text !== "").join("\n\n");
}

function put(key: string, text: string | undefined): void {
  if ((text ?? "") === "") origins.delete(key);
  store.set(withEntry(store.snapshot(), key, text));
}
