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

/** Takes IndexedDB from the window again: the stub of a file before is not known as such any more. */
export function removeIndexedDb(): void {
  Reflect.deleteProperty(globalThis, "indexedDB");
}

/**
 * Gives the window of this test an empty IndexedDB, which it has not by itself. The classes stay: a tab that works on
 * after its test would fail without them.
 */
export function stubIndexedDb(): void {
  for (const name of names) Reflect.set(globalThis, name, fake[name]);
  vi.stubGlobal("indexedDB", new fake.IDBFactory());
}
