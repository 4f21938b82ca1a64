import type { DBSchema } from "idb";
import { KeptConnection } from "../../device/kept-connection.ts";
import { keptPerson } from "../../device/kept-person.ts";

/** A kept answer, and the time in ms up to which it was live. */
export interface KeptAnswer {
  answer: unknown;
  at: number;
  /** True when another version of the app has kept it; its shape may differ. */
  isForeign: boolean;
}

interface Row {
  key: string;
  at: number;
  /** The number of characters of the answer's text. */
  size: number;
  /** The version of the app that kept it; early versions did not record it. */
  version?: string | undefined;
}

interface Schema extends DBSchema {
  texts: { key: string; value: string };
  rows: { key: string; value: Row; indexes: { at: number } };
  /** The person whose answers these are, under the key "person". */
  persons: { key: string; value: { id: string; viewer: unknown } };
}

/** The limits of the store. The answers that were seen longest ago are deleted first. */
export interface Bounds {
  answers: number;
  size: number;
}

/** The address of this code, which differs in each build. */
const ownVersion = import.meta.url;

const all = ["texts", "rows", "persons"] as const;

/**
 * The store of kept answers, for one person at a time. Each method rejects when the browser keeps nothing. The browser
 * may delete the database under an open page: a new one begins with the person of this page.
 */
export class KeptDatabase {
  readonly #connection: KeptConnection<Schema>;
  readonly #version: string;
  #person: Schema["persons"]["value"] | undefined;

  constructor(name = "turnboard-answers", version = ownVersion) {
    this.#version = version;
    this.#connection = new KeptConnection(name, (database) => {
      database.createObjectStore("texts");
      const persons = database.createObjectStore("persons");
      if (this.#person && keptPerson.is(this.#person.id))
        persons.put(this.#person, "person").catch(() => undefined);
      database.createObjectStore("rows", { keyPath: "key" }).createIndex("at", "at");
    });
  }

  /** The person whose answers are kept. */
  async person(): Promise<Schema["persons"]["value"] | undefined> {
    return await this.#connection.begin((database) => database.get("persons", "person"));
  }

  /** Keeps answers of this person from now on, and deletes those of anyone else in the same transaction. */
  async begin(id: string, viewer: unknown): Promise<void> {
    // A write transaction would delay the first reads of the page, so an unchanged person is not written.
    const known = await this.person();
    this.#person = { id, viewer };
    if (known?.id === id && JSON.stringify(known.viewer) === JSON.stringify(viewer)) return;
    await this.#connection.begin(async (database) => {
      const change = database.transaction(all, "readwrite");
      const before = await change.objectStore("persons").get("person");
      if (before?.id !== id) await Promise.all(all.map((name) => change.objectStore(name).clear()));
      await change.objectStore("persons").put({ id, viewer }, "person");
      await change.done;
    });
  }

  async clear(): Promise<void> {
    this.#person = undefined;
    await this.#connection.begin(async (database) => {
      const change = database.transaction(all, "readwrite");
      await Promise.all(all.map((name) => change.objectStore(name).clear()));
      await change.done;
    });
  }

  /** The kept answer; undefined when the store belongs to another person. */
  async read(personId: string, key: string): Promise<KeptAnswer | undefined> {
    return await this.#connection.begin(async (database) => {
      const look = database.transaction(all);
      const [person, text, row] = await Promise.all([
        look.objectStore("persons").get("person"),
        look.objectStore("texts").get(key),
        look.objectStore("rows").get(key),
      ]);
      return person?.id !== personId || text === undefined || row === undefined
        ? undefined
        : {
            answer: JSON.parse(text) as unknown,
            at: row.at,
            isForeign: row.version !== this.#version,
          };
    });
  }

  /**
   * Writes an answer, or only the time up to which the kept one was live; does nothing when the store belongs to
   * another person.
   */
  async write(personId: string, key: string, { text, at }: { text?: string; at: number }) {
    await this.#connection.begin(async (database) => {
      const change = database.transaction(all, "readwrite");
      const rows = change.objectStore("rows");
      const [person, row] = await Promise.all([
        change.objectStore("persons").get("person"),
        rows.get(key),
      ]);
      if (person?.id !== personId || (text === undefined && row === undefined)) return;
      const size = text?.length ?? row?.size ?? 0;
      const version = text === undefined ? row?.version : this.#version;
      await Promise.all([
        rows.put({ key, at: Math.max(at, row?.at ?? 0), size, version }),
        text !== undefined && change.objectStore("texts").put(text, key),
      ]);
      await change.done;
    });
  }

  async drop(keys: readonly string[]): Promise<void> {
    await this.#connection.begin(async (database) => {
      const change = database.transaction(["texts", "rows"], "readwrite");
      await Promise.all(
        keys.flatMap((key) => [
          change.objectStore("texts").delete(key),
          change.objectStore("rows").delete(key),
        ]),
      );
      await change.done;
    });
  }

  /** Deletes the answers that were seen longest ago until the rest is within the bounds. */
  async sweep(bounds: Bounds): Promise<void> {
    const rows = await this.#connection.begin((database) => database.getAllFromIndex("rows", "at"));
    let count = 0;
    let size = 0;
    const within = new Set<string>();
    for (const row of rows.toReversed()) {
      count += 1;
      size += row.size;
      if (count > bounds.answers || size > bounds.size) break;
      within.add(row.key);
    }
    const beyond = rows.map(({ key }) => key).filter((key) => !within.has(key));
    if (beyond.length > 0) await this.drop(beyond);
  }
}
