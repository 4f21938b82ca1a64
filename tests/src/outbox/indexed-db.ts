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
 * Makes each write on this device end as on a full disk: the browser ends the transaction, and with it the writes that
 * it has not done yet. Returns a function that frees the disk.
 */
export function fillDisk(): () => void {
  const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, "put")
    ?.value as IDBObjectStore["put"];
  const filled = vi.spyOn(IDBObjectStore.prototype, "put");
  filled.mockImplementation(function (this: IDBObjectStore, ...row) {
    const request = Reflect.apply(put, this, row);
    const { transaction } = this as unknown as { transaction: { _abort: (name: string) => void } };
    transaction._abort("QuotaExceededError");
    return request;
  });
  return () => filled.mockRestore();
}

/**
 * Gives the window an empty IndexedDB, which the test's DOM lacks. The classes stay after a test, because a tab that
 * continues to work would fail without them.
 */
export function stubIndexedDb(): void {
  for (const name of names) Reflect.set(globalThis, name, fake[name]);
  vi.stubGlobal("indexedDB", new fake.IDBFactory());
}
