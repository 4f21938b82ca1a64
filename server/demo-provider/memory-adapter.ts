import type { Adapter, AdapterPayload } from "oidc-provider";

type Entry = { payload: AdapterPayload; expiresAt: number };

/**
 * The demo provider's store for the state between two requests of a sign-in. Everything lives in memory and is
 * bounded: past `atMost` entries the oldest goes first.
 */
export class MemoryStore {
  readonly #entryByKey = new Map<string, Entry>();
  readonly #clock: () => number;
  readonly #atMost: number;

  constructor({ clock, atMost }: { clock: () => number; atMost: number }) {
    this.#clock = clock;
    this.#atMost = atMost;
  }

  /** The store of one kind of thing, in the shape the provider asks for. */
  adapterOf(kind: string): Adapter {
    const keyOf = (id: string) => `${kind} ${id}`;
    const find = async (id: string) => this.#get(keyOf(id))?.payload;
    return {
      find,
      upsert: async (id, payload, expiresIn = 3600) =>
        this.#set(keyOf(id), { payload, expiresAt: this.#clock() + expiresIn * 1000 }),
      destroy: async (id) => void this.#entryByKey.delete(keyOf(id)),
      consume: async (id) => {
        const payload = await find(id);
        if (payload) payload.consumed = Math.floor(this.#clock() / 1000);
      },
      findByUid: async (uid) => this.#search(kind, (payload) => payload.uid === uid),
      findByUserCode: async (code) => this.#search(kind, (payload) => payload.userCode === code),
      revokeByGrantId: async (grantId) => {
        for (const [key, { payload }] of this.#entryByKey)
          if (payload.grantId === grantId) this.#entryByKey.delete(key);
      },
    };
  }

  get size(): number {
    return this.#entryByKey.size;
  }

  #get(key: string): Entry | undefined {
    const entry = this.#entryByKey.get(key);
    return entry !== undefined && entry.expiresAt > this.#clock() ? entry : undefined;
  }

  #set(key: string, entry: Entry): void {
    // Written again means used again: it becomes the youngest.
    this.#entryByKey.delete(key);
    this.#entryByKey.set(key, entry);
    for (const oldest of this.#entryByKey.keys()) {
      if (this.#entryByKey.size <= this.#atMost) break;
      this.#entryByKey.delete(oldest);
    }
  }

  #search(kind: string, matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    for (const key of this.#entryByKey.keys()) {
      const entry = key.startsWith(`${kind} `) ? this.#get(key) : undefined;
      if (entry !== undefined && matches(entry.payload)) return entry.payload;
    }
    return undefined;
  }
}
