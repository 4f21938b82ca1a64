import type { DBSchema } from "idb";
import { KeptConnection } from "../../device/kept-connection.ts";

/** An answer that is kept, and the moment in ms up to which it was live. */
export interface KeptAnswer {
  answer: unknown;
  at: number;
  /** True when another version of the app has kept it: it may be of another shape. */
  isForeign: boolean;
}

interface Row {
  key: string;
  at: number;
  /** The length of the text of the answer. */
  size: number;
  /** The version of the app that kept it; an early one did not say so. */
  version?: string | undefined;
}

interface Schema extends DBSchema {
  texts: { key: string; value: string };
  rows: { key: string; value: Row; indexes: { at: number } };
  /** The one whose answers these are, under "person". */
  persons: { key: string; value: { id: string; viewer: unknown } };
}

/** The bounds of what is kept. What was seen longest ago goes first. */
export interface Bounds {
  answers: number;
  size: number;
}

/** The address of this code, which is another in each build. */
const ownVersion = import.meta.url;

const all = ["texts", "rows", "persons"] as const;

/** The answers that this device keeps, of one person at a time. Each call rejects where the browser keeps nothing. */
export class KeptDatabase {
  readonly #connection: KeptConnection<Schema>;
  readonly #version: string;

  constructor(name = "turnboard-answers", version = ownVersion) {
    this.#version = version;
    this.#connection = new KeptConnection(name, (database) => {
      database.createObjectStore("texts");
      database.createObjectStore("persons");
      database.createObjectStore("rows", { keyPath: "key" }).createIndex("at", "at");
    });
  }

  /** The person whose answers are kept. */
  async person(): Promise<Schema["persons"]["value"] | undefined> {
    return await (await this.#open()).get("persons", "person");
  }

  /** Keeps answers of this person from now on; those of anybody else are gone with it. */
  async begin(id: string, viewer: unknown): Promise<void> {
    // A change would make the first reads of the page wait for it.
    const known = await this.person();
    if (known?.id === id && JSON.stringify(known.viewer) === JSON.stringify(viewer)) return;
    const change = (await this.#open()).transaction(all, "readwrite");
    const before = await change.objectStore("persons").get("person");
    if (before?.id !== id) await Promise.all(all.map((name) => change.objectStore(name).clear()));
    await change.objectStore("persons").put({ id, viewer }, "person");
    await change.done;
  }

  async clear(): Promise<void> {
    const change = (await this.#open()).transaction(all, "readwrite");
    await Promise.all(all.map((name) => change.objectStore(name).clear()));
    await change.done;
  }

  /** The kept answer; none when it is another person's turn. */
  async read(personId: string, key: string): Promise<KeptAnswer | undefined> {
    const look = (await this.#open()).transaction(all);
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
  }

  /** Keeps an answer, or says until when the kept one was live; nothing when it is another person's turn. */
  async write(personId: string, key: string, { text, at }: { text?: string; at: number }) {
    const change = (await this.#open()).transaction(all, "readwrite");
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
  }

  async drop(keys: readonly string[]): Promise<void> {
    const change = (await this.#open()).transaction(["texts", "rows"], "readwrite");
    await Promise.all(
      keys.flatMap((key) => [
        change.objectStore("texts").delete(key),
        change.objectStore("rows").delete(key),
      ]),
    );
    await change.done;
  }

  /** Drops what was seen longest ago until the rest is within the bounds. */
  async sweep(bounds: Bounds): Promise<void> {
    const rows = await (await this.#open()).getAllFromIndex("rows", "at");
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

  #open(): ReturnType<KeptConnection<Schema>["open"]> {
    return this.#connection.open();
  }
}
