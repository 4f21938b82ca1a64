import { listOf, number, objectOf, text } from "../shape.ts";

/** The place of a row: its store, and its key there or another name that belongs to it alone. */
export interface Place {
  store: string;
  key: string;
}

/** A row of a database of this device, as its second copy has it. */
export interface CopiedRow extends Place {
  /** The row as plain data; null where it has files alone. */
  value: unknown;
  /** The files of the row, by their role in it. */
  files?: Readonly<Record<string, Blob>>;
}

/** The header of an entry with files. */
const HAS_FILES = "Has-Files";

/** The header of an entry with the size in bytes of the row's data, which stands before the files. */
const DATA_BYTES = "Data-Bytes";

const file = objectOf({ role: text, type: text, bytes: number });
const shape = objectOf({ store: text, key: text, files: listOf(file) });

/** The address of a row in the cache. It leads to no page. */
export function addressOf({ store, key }: Place): string {
  return new URL(`/copies/${store}/of-${encodeURIComponent(key)}`, location.origin).href;
}

/** The entry of the cache with the data and the files of a row. */
export function entryOf({ store, key, value, files = {} }: CopiedRow): Response {
  const parts = Object.entries(files);
  const described = parts.map(([role, { type, size }]) => ({ role, type, bytes: size }));
  const data = new Blob([JSON.stringify({ store, key, value, files: described })]);
  return new Response(new Blob([data, ...Object.values(files)]), {
    headers: { [DATA_BYTES]: String(data.size), ...(parts.length > 0 && { [HAS_FILES]: "yes" }) },
  });
}

/** True for an entry with files, whose content may be large. */
export function hasFiles(entry: Response): boolean {
  return entry.headers.has(HAS_FILES);
}

/** The row in an entry of the cache; undefined for a broken one. */
export async function rowIn(entry: Response): Promise<CopiedRow | undefined> {
  try {
    const body = await entry.blob();
    let at = Number(entry.headers.get(DATA_BYTES));
    const row: unknown = JSON.parse(await body.slice(0, at).text());
    const known = shape(row);
    if (known === undefined) return undefined;
    const files: Record<string, Blob> = {};
    for (const { role, type, bytes } of known.files) {
      files[role] = body.slice(at, at + bytes, type);
      at += bytes;
    }
    // The browser may have stored a part of it.
    if (at !== body.size) return undefined;
    const { store, key } = known;
    const value = (row as { value?: unknown }).value ?? null;
    return { store, key, value, ...(known.files.length > 0 && { files }) };
  } catch {
    return undefined;
  }
}
