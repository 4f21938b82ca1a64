import type { DBSchema, IDBPDatabase } from "idb";
import type { CopiedRow, Place } from "../device/copied-row.ts";
import { type Copied, CopyLine } from "../device/copy-line.ts";
import { hasLeft } from "../device/has-left.ts";
import { authorOf, isOf, isOfEarlierAccount } from "../device/earlier-account.ts";
import type { Editor } from "../optimistic/block-change.ts";
import { newRequestKey } from "../request-key.ts";
import { objectOf, text } from "../shape.ts";
import { KeptConnection, reasonOf } from "../device/kept-connection.ts";
import { keptText, type KeptText } from "./kept-text.ts";
import { withOther } from "./merge-texts.ts";

interface Schema extends DBSchema {
  texts: { key: string; value: KeptText | Made };
}

/**
 * The row that tells one database of this device from the next. It has another shape than a text, so that an earlier
 * version skips it.
 */
interface Made {
  made: string;
}

const MADE = "made";

const madeRow = objectOf({ made: text });

/** The text that a key has after a write, from the sent one and the one before; undefined for none. */
export type Settle = (
  sent: KeptText | undefined,
  found: KeptText | undefined,
) => KeptText | undefined;

/**
 * The unsaved texts that this device keeps. Each method rejects when the browser keeps nothing. The browser, or its
 * user, may delete the database under an open page: the next access makes a new one, which begins with the texts that
 * this page knows of a person who has not signed out. Another page knows by its name that it is a new one, and may lack
 * texts of that page.
 */
export class TypedDatabase {
  /** The name of the database that was read last; null for one that an earlier version of the app has made. */
  made: string | null = null;
  readonly #connection: KeptConnection<Schema>;
  readonly #copy: CopyLine<Schema>;
  /** The texts by their place, as this page read or wrote them last. */
  #known = new Map<string, KeptText>();

  constructor(name = "turnboard-typed") {
    const create = (database: IDBPDatabase<Schema>) => {
      const store = database.createObjectStore("texts");
      // A failure fails the opening too.
      store.put({ made: newRequestKey() }, MADE).catch(() => undefined);
      const known = [...this.#known].filter(([, { by }]) => !hasLeft(by));
      for (const [place, kept] of known) store.put(kept, place).catch(() => undefined);
    };
    this.#copy = new CopyLine(name, copied);
    this.#connection = new KeptConnection(name, create, { copy: this.#copy });
  }

  /**
   * The texts of a person, with those that an account of theirs has left before the data of the workspace was replaced.
   * A device that is too full to give them to the present account gives them at a later read.
   */
  async read(person: Editor): Promise<KeptText[]> {
    const rows = await this.#rows();
    let all = textsIn(rows);
    if (all.some((each) => isOfEarlierAccount(each, person)))
      all = await this.#adopt(person).catch(() => adoption(all, person).all);
    const found = all.filter(({ by }) => by === person.id);
    this.#known = new Map(found.map((kept) => [placeOf(kept.by, kept.key), kept]));
    this.made = rows.flatMap((row) => madeRow(row)?.made ?? [])[0] ?? null;
    return found;
  }

  /** The texts of all people. */
  async all(): Promise<KeptText[]> {
    return textsIn(await this.#rows());
  }

  async #rows(): Promise<(KeptText | Made)[]> {
    return await this.#connection.begin((database) => database.getAll("texts"));
  }

  /**
   * Writes texts and removes those of other keys. `settle` may decide otherwise in the same transaction, because another
   * page may have changed a text: a page that ends at any moment leaves both texts or the earlier one. The transaction
   * and its first writes begin synchronously, because the page may close.
   */
  async write(
    by: string,
    { put, drop }: { put: readonly KeptText[]; drop: readonly string[] },
    settle: Settle = (sent) => sent,
  ): Promise<void> {
    await this.#connection.begin(async (database) => {
      const change = database.transaction("texts", "readwrite");
      const { store } = change;
      const sent = new Map<string, KeptText | undefined>(drop.map((key) => [key, undefined]));
      for (const kept of put) sent.set(kept.key, kept);
      const before = [...sent.keys()].map((key) => store.get(placeOf(by, key)));
      const written = put.map((kept) => store.put(kept, placeOf(by, kept.key)));
      const settled = new Map<string, KeptText | undefined>();
      const settleAll = async () => {
        const found: unknown[] = await Promise.all(before);
        const changes = [...sent].map(async ([key, each], at) => {
          const row = keptText(found[at]);
          const now = settle(each, row);
          settled.set(placeOf(by, key), now);
          if (now === undefined) await store.delete(placeOf(by, key));
          else if (now !== (each ?? row)) await store.put(now, placeOf(by, key));
        });
        await Promise.all(changes);
      };
      await Promise.all([settleAll(), change.done, ...written]).catch((error: unknown) => {
        throw reasonOf(change, error);
      });
      for (const [place, kept] of settled) {
        if (kept) this.#known.set(place, kept);
        else this.#known.delete(place);
      }
      const now = [...settled.values()].filter((kept) => kept !== undefined);
      const gone = [...settled].flatMap(([place, kept]) => (kept ? [] : [place]));
      this.#copy.note({ put: now.map(copyOf), drop: gone.map(copyPlace) });
    });
  }

  async #adopt(person: Editor): Promise<KeptText[]> {
    return await this.#connection.begin(async (database) => {
      const change = database.transaction("texts", "readwrite");
      const { store } = change;
      const { all, put, drop } = adoption(textsIn(await store.getAll()), person);
      await Promise.all([
        ...put.map((kept) => store.put(kept, placeOf(kept.by, kept.key))),
        ...drop.map(({ by, key }) => store.delete(placeOf(by, key))),
        change.done,
      ]);
      const gone = drop.map(({ by, key }) => placeOf(by, key));
      this.#copy.note({ put: put.map(copyOf), drop: gone.map(copyPlace) });
      return all;
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
      const gone = (await store.getAllKeys(placesOf(person.id))).map(copyPlace);
      await store.delete(placesOf(person.id));
      for (const kept of textsIn(await store.getAll())) {
        if (!isOf(kept, person)) continue;
        gone.push(copyPlace(placeOf(kept.by, kept.key)));
        await store.delete(placeOf(kept.by, kept.key));
      }
      await change.done;
      this.#known.clear();
      this.#copy.note({ drop: gone });
    });
  }
}

function textsIn(rows: readonly unknown[]): KeptText[] {
  return rows.flatMap((row) => keptText(row) ?? []);
}

/** The texts after those of an earlier account became the person's, and the changes that this needs. */
function adoption(before: readonly KeptText[], person: Editor) {
  const drop = before.filter((kept) => isOfEarlierAccount(kept, person));
  const own = before.filter(({ by }) => by === person.id);
  const ownByKey = new Map(own.map((kept) => [kept.key, kept]));
  for (const earlier of drop) {
    const present = ownByKey.get(earlier.key);
    const kept = present ? withOther(present, earlier) : earlier;
    ownByKey.set(earlier.key, { ...kept, ...authorOf(person) });
  }
  const put = drop.flatMap(({ key }) => ownByKey.get(key) ?? []);
  return { all: [...ownByKey.values()], put, drop };
}

/** The texts as their second copy has them. */
const copied: Copied<Schema> = {
  stores: ["texts"],
  rows: async (database) => textsIn(await database.getAll("texts")).map(copyOf),
  restore: async (change, rows) => {
    const store = change.objectStore("texts");
    for (const { key, value } of rows) {
      const kept = keptText(value);
      if (kept && (await store.getKey(key)) === undefined) await store.put(kept, key);
    }
  },
};

function copyOf(kept: KeptText): CopiedRow {
  return { ...copyPlace(placeOf(kept.by, kept.key)), value: kept };
}

function copyPlace(place: string): Place {
  return { store: "texts", key: place };
}

/** The key range of a person's texts: "!" is the character after the space. */
function placesOf(by: string): IDBKeyRange {
  return IDBKeyRange.bound(placeOf(by, ""), `${by}!`, false, true);
}

function placeOf(by: string, key: string): string {
  return `${by} ${key}`;
}
