import { lostAnswers, REPETITION_MS } from "../../lib/outbox/lost-answers.ts";
import { drafts } from "../../lib/typed/drafts.ts";

/** The texts of new notes that the server may have, by the unit whose draft holds them again. */
const texts = new Map<string, string>();

/** The text that the draft of a new note began with, where the server may have a note of it. */
export function unsureText(unitId: string): string | undefined {
  return texts.get(unitId);
}

/** Keeps in mind a text that was sent without an answer, until its draft is empty or the same would be another note; its draft. */
export function keepUnsure(unitId: string, { text, error }: { text: string; error: unknown }) {
  if (!(error instanceof Error) || !lostAnswers.has(error)) return unitId;
  texts.set(unitId, text);
  const forget = () => {
    texts.delete(unitId);
    clearTimeout(timer);
    end();
  };
  const timer = setTimeout(forget, REPETITION_MS);
  let isBack = false;
  const end = drafts.subscribe(() => {
    const isEmpty = (drafts.get(unitId) ?? "") === "";
    if (isBack && isEmpty) forget();
    isBack = !isEmpty;
  });
  return unitId;
}
