/** The fields that must fit each other: an act that undoes somebody's later change of one of them does not stand. */
const boundFields: readonly string[] = ["status", "completionDate", "blockedReason"];

/** The fields that a person sends as one. */
const joinedFields: readonly (readonly string[])[] = [["blockedReason", "blockedNote"]];

/** The known acts of others that were made later than this one. */
export type Later<Sent> = {
  /** The fields that they changed. */
  fields: ReadonlySet<string>;
  /** The fields that these sent ones alone would change; null where they do not fit the record as it is. */
  effectOf?: (part: Partial<Sent>) => readonly string[] | null;
};

type Fields = Readonly<Record<string, unknown>>;

/**
 * The sent fields that somebody's later act has overtaken: those that were changed later, and those whose consequences would
 * undo a later change. The others stand.
 */
export function overtakenFields<Sent extends Fields>(sent: Sent, later: Later<Sent>): string[] {
  if (later.fields.size === 0) return [];
  const names = Object.keys(sent).filter((name) => sent[name] !== undefined);
  return names.filter((name) => {
    const joined = joinedFields.find((fields) => fields.includes(name)) ?? [name];
    const part = joined.filter((field) => names.includes(field));
    return joined.some((field) => later.fields.has(field)) || undoesLater(sent, part, later);
  });
}

function undoesLater<Sent extends Fields>(
  sent: Sent,
  part: readonly string[],
  { fields, effectOf }: Later<Sent>,
): boolean {
  const changedLater = boundFields.filter((field) => fields.has(field));
  const isBound = part.some((field) => boundFields.includes(field) || field === "blockedNote");
  if (effectOf === undefined || !isBound || changedLater.length === 0) return false;
  const alone = Object.fromEntries(part.map((field) => [field, sent[field]]));
  const effect = effectOf(alone as Partial<Sent>);
  return effect === null || changedLater.some((field) => effect.includes(field));
}

/** Two texts in one, the one that stood first; a text that has the other in it stands for both. */
export function bothTexts(stood: string, arrived: string): string {
  if (stood.includes(arrived)) return stood;
  return arrived.includes(stood) ? arrived : `${stood}\n\n${arrived}`;
}
