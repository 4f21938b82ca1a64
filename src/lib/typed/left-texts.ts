import { createStore } from "../store.ts";
import { drafts, isOfForm } from "./drafts.ts";
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
  leftTexts.set([...texts].flatMap(([key, text]) => inWords(key, text.trim())));
  return leftTexts.snapshot().length;
}

/** An id of a record, which tells nobody anything. */
const id = /^[a-z0-9]{32}$/;

/** A note as it is, or the words that a form has in its values; nothing of an empty text. */
function inWords(key: string, text: string): string[] {
  if (text === "") return [];
  if (!isOfForm(key)) return [text];
  const words: string[] = [];
  try {
    JSON.parse(text, (_, value: unknown) => {
      if (typeof value === "string" && value.trim() !== "" && !id.test(value))
        words.push(value.trim());
      return value;
    });
  } catch {
    // Another version of the app has kept it.
  }
  return [words.length > 0 ? words.join(" · ") : "Choices in a form"];
}
