import { isBlank } from "../../../convex/rules/inputs/fields.ts";
import { noteInput } from "../../../convex/rules/inputs/units.ts";

/**
 * The text of a note as typed, or the problem that prevents saving. The problem is null for blank text, which needs no
 * message.
 */
export function readNoteContent(typed: string): { content: string } | { problem: string | null } {
  if (isBlank(typed)) return { problem: null };
  const { data, error } = noteInput.safeParse({ content: typed });
  return data ?? { problem: error?.issues[0]?.message ?? null };
}
