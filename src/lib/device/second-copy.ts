import { addressOf, type CopiedRow, entryOf, hasFiles, type Place, rowIn } from "./copied-row.ts";
import { isDeviceFull } from "../errors.ts";
import { roomToKeep } from "./kept-room.ts";

/** The prefix of the names of the caches with second copies; the name of the database follows it. */
export const COPY_PREFIX = "copy-of-";

/** A change of a database: the rows that it has now, and the places of those that it has no more. */
export interface Changed {
  put?: readonly CopiedRow[];
  drop?: readonly Place[];
}

/**
 * A second copy of a database, in the browser's cache. A browser that was killed may find its databases damaged and
 * begin with empty ones; its caches are elsewhere on the disk. The copy follows the database within moments.
 */
export class SecondCopy {
  /** True while it may have what the database does not have yet. */
  isAlone = false;
  readonly #name: string;
  /** The changes that are not written yet, by address: the row, or null for none. */
  #changes = new Map<string, CopiedRow | null>();
  #writing: Promise<void> | null = null;
  #isAligned = false;

  /** `name` is that of the cache. */
  constructor(name: string) {
    this.#name = name;
  }

  /**
   * Brings a change to the copy, after those before it. Resolves when that is done. It never rejects, because the
   * database has the change in any case.
   */
  async note({ put = [], drop = [] }: Changed): Promise<void> {
    for (const place of drop) this.#changes.set(addressOf(place), null);
    for (const row of put) this.#changes.set(addressOf(row), row);
    if (this.#changes.size === 0) return;
    this.#writing ??= this.#write().finally(() => (this.#writing = null));
    await this.#writing;
  }

  /** The rows of the copy that have no files. */
  async rows(): Promise<CopiedRow[]> {
    const cache = await caches.open(this.#name);
    const entries = await entriesOf(cache);
    const plain = entries.filter(({ entry }) => !hasFiles(entry));
    const rows = await Promise.all(plain.map(({ entry }) => rowIn(entry)));
    return rows.filter((row) => row !== undefined);
  }

  /** The rows with files, one after the other, because many photos do not fit into the memory of a phone. */
  async *rowsWithFiles(): AsyncGenerator<CopiedRow> {
    const cache = await caches.open(this.#name);
    for (const { entry } of await entriesOf(cache)) {
      const row = hasFiles(entry) && (await rowIn(entry));
      if (row) yield row;
    }
  }

  /** The row at a place; undefined without one. */
  async row(place: Place): Promise<CopiedRow | undefined> {
    const entry = await caches.match(addressOf(place), { cacheName: this.#name });
    return entry && (await rowIn(entry));
  }

  /**
   * Makes the copy equal to the database, once in the life of a page: a page that ended at a bad moment, or an earlier
   * version of the app, may have left them different.
   */
  async align(read: () => Promise<readonly CopiedRow[]>): Promise<void> {
    if (this.#isAligned) return;
    this.#isAligned = true;
    // The copy is read first: a row in it that the database does not have afterwards was removed.
    const [copied, places] = [await this.rows(), await this.#addresses()];
    const copies = new Map(copied.map((row) => [addressOf(row), JSON.stringify(row.value)]));
    const rows = new Map((await read()).map((row) => [addressOf(row), row]));
    for (const place of places) if (!rows.has(place)) this.#changes.set(place, null);
    const put = [...rows].flatMap(([place, row]) => {
      const isCopied = row.files
        ? places.has(place)
        : copies.get(place) === JSON.stringify(row.value);
      return isCopied ? [] : [row];
    });
    await this.note({ put });
  }

  async #addresses(): Promise<Set<string>> {
    const cache = await caches.open(this.#name);
    return new Set((await cache.keys()).map(({ url }) => url));
  }

  async #write(): Promise<void> {
    const cache = await caches.open(this.#name).catch(() => null);
    while (this.#changes.size > 0) {
      const changes = this.#changes;
      this.#changes = new Map();
      for (const [address, row] of changes) {
        // A sign-out, whose removals come later, does not wait for photos that it removes.
        if (this.#changes.has(address)) continue;
        // The next start compares the copy with the database.
        if (cache) await this.#writeTo(cache, address, row).catch(() => undefined);
      }
    }
  }

  async #writeTo(cache: Cache, address: string, row: CopiedRow | null): Promise<void> {
    if (row === null) {
      await cache.delete(address);
      return;
    }
    const files = Object.values(row.files ?? {});
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    const room = bytes === 0 ? bytes : await roomToKeep();
    // A browser that does not tell its room may do so the next time.
    if (room === null) return;
    if (bytes <= room) await put(cache, address, row);
    else if (room < 0) await dropFileCopies();
  }
}

/**
 * Removes the copies of all files that are in a database: they must not take the room of a file that is kept once.
 * Returns false when there is none.
 */
export async function dropFileCopies(): Promise<boolean> {
  let isAny = false;
  const names = (await caches.keys()).filter((name) => name.startsWith(COPY_PREFIX));
  for (const name of names) {
    if (secondCopyOf(name).isAlone) continue;
    const cache = await caches.open(name);
    for (const { address, entry } of await entriesOf(cache)) {
      if (!hasFiles(entry)) continue;
      // An entry that is still being read stays on the disk.
      await (entry.body as ReadableStream | undefined)?.cancel();
      isAny = (await cache.delete(address)) || isAny;
    }
  }
  return isAny;
}

/** The quota that a browser tells may be larger than the disk. */
async function put(cache: Cache, address: string, row: CopiedRow): Promise<void> {
  try {
    await cache.put(address, entryOf(row));
  } catch (error) {
    if (!isDeviceFull(error)) throw error;
    const isFreed = await dropFileCopies();
    if (isFreed && !row.files) await cache.put(address, entryOf(row));
  }
}

async function entriesOf(cache: Cache): Promise<{ address: string; entry: Response }[]> {
  const entries = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const entry = await cache.match(request);
      return entry ? [{ address: request.url, entry }] : [];
    }),
  );
  return entries.flat();
}

const byName = new Map<string, SecondCopy>();

/** The copy in a cache. All parts of a page share it, so that it gets their changes in order. */
export function secondCopyOf(name: string): SecondCopy {
  const copy = byName.get(name) ?? new SecondCopy(name);
  byName.set(name, copy);
  return copy;
}
