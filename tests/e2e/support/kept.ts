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

/** The unsaved texts that this device keeps. */
export async function typedTexts(page: Page): Promise<string[]> {
  return await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open("turnboard-typed");
        opening.onsuccess = () => {
          const reading = opening.result.transaction("texts").objectStore("texts").getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve((reading.result as { text: string }[]).map(({ text }) => text));
          };
        };
      }),
  );
}
