/** The people who have open tasks of a unit; an answer that a device kept from an earlier version does not name them. */
export function peopleOf({ givenTo }: { givenTo?: readonly string[] }): readonly string[] {
  return givenTo ?? [];
}

/** The people who have open tasks, in a line: "Ana Silva, Tom Nguyen +2". */
export function givenToText(names: readonly string[], room = 2): string {
  const more = names.length - room;
  const shown = names.slice(0, room).join(", ");
  return more > 0 ? `${shown} +${String(more)}` : shown;
}
