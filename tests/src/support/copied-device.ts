import { Blob as NodeBlob } from "node:buffer";
import { vi } from "vitest";
import { stubIndexedDb } from "../outbox/indexed-db.ts";
import { FakeCaches } from "./fake-caches.ts";

/** The part of a response that the cache of a copy uses: that of the test's DOM takes no blobs of Node. */
class PlainResponse {
  readonly headers: Headers;
  readonly #body: Blob;

  constructor(body: Blob, { headers }: { headers: Record<string, string> }) {
    this.#body = body;
    this.headers = new Headers(headers);
  }

  clone = () => this;
  blob = () => Promise.resolve(this.#body);
}

/** Gives the window an empty IndexedDB that stores files, and empty caches. Returns the caches. */
export function stubCopiedDevice(): FakeCaches {
  stubIndexedDb();
  const caches = new FakeCaches();
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("Blob", NodeBlob);
  vi.stubGlobal("Response", PlainResponse);
  const storage = { estimate: () => Promise.resolve({ quota: 10_000_000, usage: 0 }) };
  vi.stubGlobal("navigator", { ...navigator, onLine: navigator.onLine, storage });
  return caches;
}

/** Makes the browser begin with empty databases, as it may after a crash; its caches stay. */
export function loseDatabases(): void {
  stubIndexedDb();
}
