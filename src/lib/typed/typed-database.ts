import type { DBSchema } from "idb";
import { type Author, authorOf, isOf, isOfEarlierAccount } from "../device/earlier-account.ts";
import type { Editor } from "../optimistic/block-change.ts";
import { listOf, number, objectOf, orNull, type Shape, text } from "../shape.ts";
import { KeptConnection } from "../device/kept-connection.ts";
import { isOfForm, joined, type NamedText } from "./drafts.ts";

/** An unsaved text on the device, with the person who typed it. */
export interface KeptText extends Author {
  key: string;
  text: string;
  /** The saved text at the start of the edit. */
  base?: string | undefined;
  /** The named texts that make it up; left out by earlier versions of the app. */
  parts?: readonly NamedText[] | undefined;
  /** The page that wrote it; left out by earlier versions of the app. */
  page?: string | undefined;
  /** The time of the last change, in ms since the epoch. */
  at: number;
}

/** A row of another shape is skipped, and does not affect the others. */
const shape: Shape<KeptText> = objectOf(
  { by: text, key: text, text, at: number },
  {
    ...{ email: orNull(text), name: text, base: text, page: text },
    parts: listOf(objectOf({ name: text, text })),
  },
);

interface Schema extends DBSchema {
  texts: { key: string; value: KeptText };
}

/**
 * The unsaved texts that this device keeps. Each method rejects when the browser keeps nothing. The browser, or its
 * user, may delete the database under an open page: the next access makes a new one, which begins with the texts that
 * this page knows.
 */
export class TypedDatabase {
  readonly #connection: KeptConnection<Schema>;
  /** The texts by their place, as this page read or wrote them last. */
  #known = new Map<string, KeptText>();

  constructor(name = "turnboard-typed") {
    this.#connection = new KeptConnection(name, (database) => {
      const store = database.createObjectStore("texts");
      // A failure fails the opening too.
      for (const [place, kept] of this.#known) store.put(kept, place).catch(() => undefined);
    });
  }

  async read(by: string): Promise<KeptText[]> {
    const rows: readonly unknown[] = await this.#connection.begin((database) =>
      database.getAll("texts"),
    );
    const found = rows.flatMap((row) => shape(row) ?? []).filter((kept) => kept.by === by);
    this.#known = new Map(found.map((kept) => [placeOf(by, kept.key), kept]));
    return found;
  }

  /**
   * Writes texts and removes those of other keys, except the ones that are not known: another page has changed them.
   * Resolves with the unknown texts, those that it has replaced and those that it has left. The transaction begins
   * synchronously, because the page may close at any moment.
   */
  async write(
    by: string,
    { put, drop }: { put: readonly KeptText[]; drop: readonly string[] },
    isKnown: (kept: KeptText) => boolean = () => true,
  ): Promise<KeptText[]> {
    return await this.#connection.begin(async (database) => {
      const change = database.transaction("texts", "readwrite");
      const { store } = change;
      const keys = [...put.map(({ key }) => key), ...drop];
      const before: Promise<unknown>[] = keys.map((key) => store.get(placeOf(by, key)));
      const written = put.map((kept) => store.put(kept, placeOf(by, kept.key)));
      const settle = async () => {
        const rows = await Promise.all(before);
        const unknown = rows.flatMap((row) => shape(row) ?? []).filter((kept) => !isKnown(kept));
        const left = new Set(unknown.map(({ key }) => key));
        const gone = drop.filter((key) => !left.has(key));
        await Promise.all(gone.map((key) => store.delete(placeOf(by, key))));
        return unknown;
      };
      const [unknown] = await Promise.all([settle(), change.done, ...written]);
      for (const key of drop) this.#known.delete(placeOf(by, key));
      for (const kept of [...unknown, ...put]) this.#known.set(placeOf(by, kept.key), kept);
      return unknown;
    });
  }

  /** Gives the person the texts that an account of theirs has left before the data of the workspace was replaced. */
  async adopt(person: Editor): Promise<void> {
    await this.#connection.begin(async (database) => {
      const change = database.transaction("texts", "readwrite");
      const { store } = change;
      const rows: readonly unknown[] = await store.getAll();
      const all = rows.flatMap((row) => shape(row) ?? []);
      const ownByKey = new Map(
        all.flatMap((kept) => (kept.by === person.id ? [[kept.key, kept]] : [])),
      );
      for (const kept of all.filter((each) => isOfEarlierAccount(each, person))) {
        const own = ownByKey.get(kept.key);
        const adopted = { ...(own ? withEarlier(own, kept) : kept), ...authorOf(person) };
        ownByKey.set(kept.key, adopted);
        await store.put(adopted, placeOf(person.id, kept.key));
        await store.delete(placeOf(kept.by, kept.key));
      }
      await change.done;
    });
  }

  /**
   * Removes all texts of a person, including rows of another shape and those of an earlier account. It writes nothing,
   * because the device may be full.
   */
  async forget(person: Editor): Promise<void> {
    await this.#connection.begin(async (database) => {
      const change = database.transaction("texts", "readwrite");
      const { store } = change;
      await store.delete(placesOf(person.id));
      const rows: readonly unknown[] = await store.getAll();
      for (const kept of rows.flatMap((row) => shape(row) ?? []))
        if (isOf(kept, person)) await store.delete(placeOf(kept.by, kept.key));
      await change.done;
      this.#known.clear();
    });
  }
}

/**
 * A text with that of an earlier account before it; of a form, the present values. No page has written the two, so that
 * none replaces them unseen.
 */
function withEarlier(own: KeptText, earlier: KeptText): KeptText {
  if (isOfForm(own.key)) return own;
  return { ...own, text: joined([earlier, own]), parts: undefined, page: undefined };
}

/** The key range of a person's texts: "!" is the character after the space. */
function placesOf(by: string): IDBKeyRange {
  return IDBKeyRange.bound(placeOf(by, ""), `${by}!`, false, true);
}

function placeOf(by: string, key: string): string {
  return `${by} ${key}`;
}
