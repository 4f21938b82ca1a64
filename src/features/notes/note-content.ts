import { noteInput } from "../../../convex/rules/inputs/units.ts";

/** The text of a note as typed, or the reason why it cannot be saved: blank text has no message of its own. */
export function readNoteContent(typed: string): { content: string } | { problem: string | null } {
  if (typed.trim() === "") return { problem: null };
  const { data, error } = noteInput.safeParse({ content: typed });
  return data ?? { problem: error?.issues[0]?.message ?? null };
}
