type Source = {
  cacheName: string;
  fetchFile: (address: string, signal: AbortSignal) => unknown;
};

/** The longest time in ms for a file. A line that brings none in it is dead, or is left to the page. */
const FILE_MS = 60_000;

let underWay: Promise<void> | null = null;

/**
 * Fetches the files of this version that the cache does not have, one after the other. A browser or a person may empty
 * the caches of a site and leave it its worker. `files` has the key of each file in the cache by its address. A call
 * during another one waits for that one, because a poor line has no room for a file twice. A file that does not come in
 * time ends a call, so that a dead connection does not hold up the later ones.
 */
export async function fetchMissingFiles(
  files: ReadonlyMap<string, string>,
  source: Source,
): Promise<void> {
  underWay ??= fetchEach(files, source).finally(() => (underWay = null));
  await underWay;
}

async function fetchEach(
  files: ReadonlyMap<string, string>,
  { cacheName, fetchFile }: Source,
): Promise<void> {
  const cache = await caches.open(cacheName);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  for (const [address, key] of files) {
    if (kept.has(key)) continue;
    const end = new AbortController();
    const late = setTimeout(() => end.abort(), FILE_MS);
    try {
      await Promise.race([fetchFile(address, end.signal), untilAborted(end.signal)]);
    } catch {
      // Without a network, or with another version on the server, a later call fetches the file.
    } finally {
      clearTimeout(late);
    }
    if (end.signal.aborted) return;
  }
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
