import * as fake from "fake-indexeddb";
import { vi } from "vitest";

const names = [
  "IDBCursor",
  "IDBCursorWithValue",
  "IDBDatabase",
  "IDBFactory",
  "IDBIndex",
  "IDBKeyRange",
  "IDBObjectStore",
  "IDBOpenDBRequest",
  "IDBRequest",
  "IDBTransaction",
  "IDBVersionChangeEvent",
] as const;

/** Takes IndexedDB from the window again: the stubs of a file before are not known as such any more. */
export function removeIndexedDb(): void {
  for (const name of [...names, "indexedDB"]) Reflect.deleteProperty(globalThis, name);
}

/** Gives the window of this test an empty IndexedDB, which it has not by itself. */
export function stubIndexedDb(): void {
  for (const name of names) vi.stubGlobal(name, fake[name]);
  vi.stubGlobal("indexedDB", new fake.IDBFactory());
}
