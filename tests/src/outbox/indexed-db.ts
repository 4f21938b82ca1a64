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

/** Removes IndexedDB from the window: vitest no longer knows the stub of an earlier test file. */
export function removeIndexedDb(): void {
  Reflect.deleteProperty(globalThis, "indexedDB");
}

/**
 * Gives the window an empty IndexedDB, which the test's DOM lacks. The classes stay after a test, because a tab that
 * continues to work would fail without them.
 */
export function stubIndexedDb(): void {
  for (const name of names) Reflect.set(globalThis, name, fake[name]);
  vi.stubGlobal("indexedDB", new fake.IDBFactory());
}
