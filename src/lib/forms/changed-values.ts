/** A date after an optimistic change, in ISO form: undefined leaves the date as it was, null empties it. */
export function isoOr(sets: number | null | undefined, otherwise: string | null): string | null {
  if (sets === undefined) return otherwise;
  return sets === null ? null : new Date(sets).toISOString();
}

/** The values whose fields are dirty, so that saving does not overwrite other people's changes. */
export function changedValues<Values extends object>(
  values: Values,
  dirtyFields: Partial<Record<keyof Values, unknown>>,
): Partial<Values> {
  const changed: Partial<Values> = {};
  for (const field of Object.keys(values) as (keyof Values)[]) {
    if (dirtyFields[field]) changed[field] = values[field];
  }
  return changed;
}
