import type { Page } from "@playwright/test";

type Store = { database: string; store: string; read: "getAll" | "getAllKeys" };

/** Returns the keys of the queries whose answers the device has stored. */
export async function keptKeys(page: Page): Promise<string[]> {
  const asked = { database: "turnboard-answers", store: "rows", read: "getAllKeys" } as const;
  return (await readStore(page, asked)).map(String);
}

/** Returns the unsaved texts that the device has stored. */
export async function typedTexts(page: Page): Promise<string[]> {
  const asked = { database: "turnboard-typed", store: "texts", read: "getAll" } as const;
  return (await readStore(page, asked)).map((kept) => (kept as { text: string }).text);
}

/** Returns the operations that wait on the device, or were refused. */
export async function keptOperations(page: Page): Promise<{ kind: string; state: string }[]> {
  const asked = { database: "turnboard-outbox", store: "operations", read: "getAll" } as const;
  return (await readStore(page, asked)) as { kind: string; state: string }[];
}

/** Returns the number of rows in the second copies of what the person has entered. */
export async function copiedRows(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("copy-of-"));
    const opened = await Promise.all(names.map((name) => caches.open(name)));
    const keys = await Promise.all(opened.map((cache) => cache.keys()));
    return keys.flat().length;
  });
}

async function readStore(page: Page, asked: Store): Promise<unknown[]> {
  return await page.evaluate(
    async ({ database, store, read }) =>
      await new Promise<unknown[]>((resolve) => {
        const opening = indexedDB.open(database);
        // The app makes its databases itself; one without its stores would keep nothing.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => resolve([]);
        opening.onsuccess = () => {
          const reading = opening.result.transaction(store).objectStore(store)[read]();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      }),
    asked,
  );
}
