import type { Page } from "@playwright/test";

/** The questions whose answers this device keeps. */
export async function keptKeys(page: Page): Promise<string[]> {
  return await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open("turnboard-answers");
        opening.onsuccess = () => {
          const reading = opening.result.transaction("rows").objectStore("rows").getAllKeys();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.map(String));
          };
        };
      }),
  );
}
