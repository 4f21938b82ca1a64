/** An in-memory implementation of the part of the Cache API that the app uses. */
export class FakeCaches {
  readonly #caches = new Map<string, FakeCache>();

  keys = () => Promise.resolve([...this.#caches.keys()]);
  delete = (name: string) => Promise.resolve(this.#caches.delete(name));
  has = (name: string) => Promise.resolve(this.#caches.has(name));

  open(name: string): Promise<FakeCache> {
    const cache = this.#caches.get(name) ?? new FakeCache();
    this.#caches.set(name, cache);
    return Promise.resolve(cache);
  }

  async match(url: string, { cacheName }: { cacheName: string }) {
    return await this.#caches.get(cacheName)?.match(url);
  }

  /** The addresses in a cache. */
  async addresses(name: string): Promise<string[]> {
    return (await this.#caches.get(name)?.keys())?.map(({ url }) => url) ?? [];
  }
}

class FakeCache {
  readonly #responses = new Map<string, Response>();

  keys = () => Promise.resolve([...this.#responses.keys()].map((url) => ({ url })));
  match = (asked: string | { url: string }) =>
    Promise.resolve(this.#responses.get(urlOf(asked))?.clone());
  delete = (asked: string | { url: string }) =>
    Promise.resolve(this.#responses.delete(urlOf(asked)));
  put = (asked: string | { url: string }, response: Response) => {
    this.#responses.set(urlOf(asked), response);
    return Promise.resolve();
  };
}

function urlOf(asked: string | { url: string }): string {
  return typeof asked === "string" ? asked : asked.url;
}
