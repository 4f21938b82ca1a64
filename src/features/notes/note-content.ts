import { noteInput } from "../../../convex/rules/inputs/units.ts";

/** What a note as typed would say, or why it may not: blank text has no message of its own. */
export function readNoteContent(typed: string): { content: string } | { problem: string | null } {
  if (typed.trim() === "") return { problem: null };
  const { data, error } = noteInput.safeParse({ content: typed });
  return data ?? { problem: error?.issues[0]?.message ?? null };
}
