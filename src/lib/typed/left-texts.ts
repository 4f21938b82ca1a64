import type { Editor } from "../optimistic/block-change.ts";
import { createStore } from "../store.ts";
import { drafts, isOfForm } from "./drafts.ts";
import { TypedDatabase } from "./typed-database.ts";

/** The typed and unsaved texts that a sign-out would lose, as the last search found them. */
export const leftTexts = createStore<readonly string[]>([]);

/** Finds the typed and unsaved texts of a person, in this page and on the device. Resolves with their number. */
export async function findLeftTexts(person: Editor): Promise<number> {
  // A browser that keeps nothing has no texts of earlier pages.
  const kept = await new TypedDatabase().read(person).catch(() => []);
  const texts = new Map(kept.map(({ key, text, base }) => [key, text === base ? "" : text]));
  for (const [key, text] of typedHere()) texts.set(key, text);
  leftTexts.set([...texts].flatMap(([key, text]) => inWords(key, text.trim())));
  return leftTexts.snapshot().length;
}

/** The typed and unsaved texts of this page, by key. An edit that changes nothing counts as an empty text. */
export function typedHere(): Map<string, string> {
  const all = [...drafts.unsaved()];
  return new Map(all.map(([key, text]) => [key, text === drafts.baseOf(key) ? "" : text.trim()]));
}

/** The pattern of a record's id, which means nothing to people. */
const id = /^[a-z0-9]{32}$/;

/** The words for a text: a note itself, or the texts among a form's values; none for an empty text. */
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
    // Another version of the app has kept this text.
  }
  return [words.length > 0 ? words.join(" · ") : "Choices in a form"];
}
