/**
 * The people who have open tasks of a unit; empty for an answer that an earlier version of the app kept without them.
 */
export function peopleOf({ givenTo }: { givenTo?: readonly string[] }): readonly string[] {
  return givenTo ?? [];
}

/**
 * The people with open tasks, in one line: "Ana Silva, Tom Nguyen +2". A left-to-right mark keeps the number behind a
 * name that is read from the right.
 */
export function givenToText(names: readonly string[], room = 2): string {
  const more = names.length - room;
  const shown = names.slice(0, room).join(", ");
  return more > 0 ? `${shown} \u200e+${String(more)}` : shown;
}
