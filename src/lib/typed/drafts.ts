import { newRequestKey } from "../request-key.ts";
import { createStore, withEntry } from "../store.ts";

/** The unsaved texts, by their key. */
const store = createStore<ReadonlyMap<string, string>>(new Map());

/** The prefix of keys whose texts no device keeps. */
const PAGE = "page";

/** The saved texts at the start of the edits. */
const bases = new Map<string, string>();

/**
 * An unsaved text. Its name tells it from other texts, on the device and in the outbox: a text that is continued has
 * another name, because the outbox may have its beginning.
 */
export interface NamedText {
  name: string;
  text: string;
}

/** The texts that are being written to the outbox. The device keeps them until the outbox has them. */
let leaving = new Map<string, readonly NamedText[]>();

/** The names of the typed texts, by key, until the texts are gone. */
const names = new Map<string, string>();

/** The names of the first sendings of refused texts, by key, until the texts are gone. */
const origins = new Map<string, string>();

/** A text that is being written to the outbox. */
interface HandedOver {
  text: string;
  name: string;
  /** The name of the first sending of this text or of its beginning: a later one repeats it. */
  origin: string;
  /** Reports that the outbox has the text on the device. */
  taken: () => void;
  /** Reports that the text cannot be saved, and returns it to the draft with this key. */
  refused: (key: string) => void;
}

/** A text of the device. */
interface Kept {
  text: string;
  name?: string | undefined;
  base?: string | undefined;
}

/**
 * Unsaved texts by key. A text outlives its text area, so that another tab, a closed dialog or a refused change loses
 * nothing; on the device it outlives the page.
 */
export const drafts = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,
  get: (key: string): string | undefined => store.snapshot().get(key),
  set: (key: string, text: string) => put(key, text),
  /** Begins to edit a saved text. */
  begin: (key: string, text: string) => {
    bases.set(key, text);
    put(key, text);
  },
  /** Sets another base for the edit than the text at its start. */
  rebase: (key: string, text: string) => {
    bases.set(key, text);
    store.set(store.snapshot());
  },
  /** The saved text at the start of the edit. */
  baseOf: (key: string): string | undefined => bases.get(key),
  clear: (key: string) => put(key, undefined),
  /** Removes everything for another person's session; texts that are being written do not come back either. */
  forgetAll: () => {
    bases.clear();
    names.clear();
    origins.clear();
    leaving = new Map();
    store.set(new Map());
  },
  /** Empties a draft, whose text is about to be saved. */
  handOver: (key: string): HandedOver => {
    const handed = { name: names.get(key) ?? newRequestKey(), text: drafts.get(key) ?? "" };
    const origin = origins.get(key) ?? handed.name;
    const ofThisPerson = leaving;
    leaving.set(key, [...(leaving.get(key) ?? []), handed]);
    put(key, undefined);
    let isLeaving = true;
    const leave = () => {
      if (isLeaving) endLeaving(key, handed);
      isLeaving = false;
    };
    return {
      ...handed,
      origin,
      taken: () => {
        leave();
        store.set(store.snapshot());
      },
      refused: (to) => {
        // A name that the outbox has had stands for a text that it has, also after a crash.
        const wasTaken = !isLeaving;
        leave();
        if (leaving !== ofThisPerson) return;
        drafts.restore(to, handed.text);
        if (!wasTaken) origins.set(to, origin);
      },
    };
  },
  /**
   * All texts that closing the page would lose: those that are being written to the outbox, followed by the typed ones.
   */
  unsaved: (): ReadonlyMap<string, string> => {
    const all = new Map(store.snapshot());
    for (const key of leaving.keys()) all.set(key, joined(drafts.partsOf(key)));
    return all;
  },
  /** The texts that make up the unsaved one of a key, with their names. */
  partsOf: (key: string): readonly NamedText[] => {
    const [name, text] = [names.get(key), drafts.get(key)];
    const typed = name === undefined || text === undefined ? [] : [{ name, text }];
    return [...(leaving.get(key) ?? []), ...typed];
  },
  /** The keys of unsaved edits of a unit's notes. */
  editsOf: (unitId: string) =>
    [...store.snapshot().keys()].filter((key) => key.startsWith(`${unitId}/`)),
  /** Moves a text to another key, after the server has given its note an id. */
  move: (key: string, to: string) => {
    const base = bases.get(key);
    if (base !== undefined) bases.set(to, base);
    put(to, store.snapshot().get(key), names.get(key));
    put(key, undefined);
  },
  /** Puts a refused text back, before the text that has been typed since. */
  restore: (key: string, text: string) => {
    put(key, joined([{ text }, { text: drafts.get(key)?.trim() ?? "" }]));
  },
  /** Shows the device's text for a key; undefined when the device has none any more. */
  recall: (key: string, kept: Kept | undefined) => {
    if (kept?.base !== undefined) bases.set(key, kept.base);
    put(key, kept?.text, kept?.name);
  },
};

/** The key for the draft of an edited note; the key of a new note is its unit. */
export function editKey({ unitId, id }: { unitId: string; id: string }): string {
  return `${unitId}/${id}`;
}

/** An opening of a form, as part of a key. */
interface Opening {
  opening: string;
  /** True for values that no device may keep. */
  onlyInPage?: boolean;
}

/** The key for the values that were typed in one opening of a form. */
export function formKey(place: string, { opening, onlyInPage = false }: Opening): string {
  return `${onlyInPage ? PAGE : "form"} ${place}\n${opening}`;
}

/** True for the key of a text that only the page keeps. */
export function isOnlyInPage(key: string): boolean {
  return key.startsWith(`${PAGE} `);
}

/** True for the key of a form's values; the texts of other keys are plain typed text. */
export function isOfForm(key: string): boolean {
  return key.startsWith("form ") || isOnlyInPage(key);
}

/** The opening in the key of a form's values. */
export function openingOf(key: string): string {
  return key.split("\n")[1] ?? "";
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

function endLeaving(key: string, handed: NamedText): void {
  const left = (leaving.get(key) ?? []).filter((each) => each !== handed);
  if (left.length === 0) leaving.delete(key);
  else leaving.set(key, left);
}

/** One text of several, without the empty ones. */
export function joined(parts: readonly Pick<NamedText, "text">[]): string {
  return parts.flatMap(({ text }) => (text === "" ? [] : [text])).join("\n\n");
}

function put(key: string, text: string | undefined, name?: string): void {
  const isChanged = text !== drafts.get(key);
  if ((text ?? "") === "") {
    names.delete(key);
    origins.delete(key);
  } else if (name !== undefined || isChanged) names.set(key, name ?? newRequestKey());
  store.set(withEntry(store.snapshot(), key, text));
}
