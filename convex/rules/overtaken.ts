/**
 * The fields that depend on each other. A sent change that would reverse a later change of one of them is overtaken.
 */
const boundFields: readonly string[] = ["status", "completionDate", "blockedReason"];

/** Groups of fields that are always sent together. */
const joinedFields: readonly (readonly string[])[] = [["blockedReason", "blockedNote"]];

/** The known acts of others that were made later than this one. */
export type Later<Sent> = {
  /** The fields that they changed. */
  fields: ReadonlySet<string>;
  /** The fields that `part` alone would change; null when it does not fit the present record. */
  effectOf?: (part: Partial<Sent>) => readonly string[] | null;
};

type Fields = Readonly<Record<string, unknown>>;

/**
 * The names of the sent fields that later acts have overtaken: fields that were changed later, and fields whose
 * consequences would reverse a later change. All other fields apply.
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

/** Two texts joined, the existing one first. If one contains the other, it stands for both. */
export function bothTexts(stood: string, arrived: string): string {
  if (stood.includes(arrived)) return stood;
  return arrived.includes(stood) ? arrived : `${stood}\n\n${arrived}`;
}
