/** Somebody whom a restore gives back what they had lost meanwhile, or takes away from. */
export type ReturningPerson = { email: string; what: "back" | "role" | "missing"; role: string };

type Person = { email: string; role: string; removedAt?: number };

/** The differences between the people of a backup and those of the data that it replaces, where there was some. */
export function comparePeople(documents: {
  restored: readonly object[];
  replaced: readonly object[] | null;
}): ReturningPerson[] {
  if (documents.replaced === null) return [];
  const now = byEmail(documents.restored);
  const before = byEmail(documents.replaced);
  const back = [...now.values()].flatMap((person): ReturningPerson[] => {
    const { email, role, removedAt } = person;
    const known = before.get(email);
    if (removedAt !== undefined) return [];
    if (known === undefined || known.removedAt !== undefined)
      return [{ email, role, what: "back" }];
    return known.role === role ? [] : [{ email, role, what: "role" }];
  });
  const missing = [...before.values()].filter(
    ({ email, removedAt }) => removedAt === undefined && isGone(now.get(email)),
  );
  return [
    ...back,
    ...missing.map(({ email, role }) => ({ email, role, what: "missing" as const })),
  ];
}

/** Describes in one line how a restore changes a person. */
export function describeReturn({ email, what, role }: ReturningPerson): string {
  if (what === "back")
    return `${email} was removed since the backup and can sign in again (${role})`;
  if (what === "role") return `${email} has the role of the backup again (${role})`;
  return `${email} came after the backup and has to be added again (${role})`;
}

function isGone(person: Person | undefined): boolean {
  return person === undefined || person.removedAt !== undefined;
}

function byEmail(documents: readonly object[]): Map<string, Person> {
  return new Map((documents as readonly Person[]).map((person) => [person.email, person]));
}
