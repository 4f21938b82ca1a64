import { createStore } from "../store.ts";
import { drafts } from "./drafts.ts";
import { TypedDatabase } from "./typed-database.ts";

/** The texts that a sign-out would lose, as it has found them: what was typed and is not saved. */
export const leftTexts = createStore<readonly string[]>([]);

/** Finds what a person has typed and not saved: in this page, and on the device where this page does not know it yet. */
export async function findLeftTexts(personId: string): Promise<number> {
  // A browser that keeps nothing has no texts of an earlier page.
  const kept = await new TypedDatabase().read(personId).catch(() => []);
  const texts = new Map(kept.map(({ key, text, base }) => [key, text === base ? "" : text]));
  for (const [key, text] of drafts.unsaved()) {
    texts.set(key, text === drafts.baseOf(key) ? "" : text);
  }
  leftTexts.set([...texts.values()].map(inWords).filter((text) => text !== ""));
  return leftTexts.snapshot().length;
}

/** An id of a record, which tells nobody anything. */
const id = /^[a-z0-9]{32}$/;

/** The words of a note, or those that a form has in its values. */
function inWords(text: string): string {
  const words: string[] = [];
  try {
    JSON.parse(text, (_, value: unknown) => {
      if (typeof value === "string" && value.trim() !== "" && !id.test(value))
        words.push(value.trim());
      return value;
    });
  } catch {
    // A note is no JSON.
  }
  return words.length > 0 ? words.join(" · ") : text.trim();
}
