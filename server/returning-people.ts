/** Somebody whom a restore gives back what they had lost meanwhile, or takes away from. */
export type ReturningPerson = {
  email: string;
  what: "back" | "role" | "identity" | "missing";
  role: string;
};

/** The tables of people, and of the identities at the provider with which they sign in. */
export const peopleTables = ["users", "authAccounts"] as const;

type Documents = Readonly<Record<string, readonly object[]>>;
type Person = { _id: string; email: string; role: string; removedAt?: number };
type Identity = { userId: string; providerAccountId: string };

/** The differences between the people of a backup and those of the data that it replaces, where there was some. */
export function comparePeople(documents: {
  restored: Documents;
  replaced: Documents | null;
}): ReturningPerson[] {
  if (documents.replaced === null) return [];
  const now = byEmail(documents.restored);
  const before = byEmail(documents.replaced);
  const identitiesNow = identitiesOf(documents.restored);
  const identitiesBefore = identitiesOf(documents.replaced);
  const back = [...now.values()].flatMap((person): ReturningPerson[] => {
    const { email, role, removedAt } = person;
    const known = before.get(email);
    if (removedAt !== undefined) return [];
    if (known === undefined || known.removedAt !== undefined)
      return [{ email, role, what: "back" }];
    // A sign-in adds identities; an administrator alone takes them off.
    const [mine, theirs] = [identitiesNow(person), identitiesBefore(known)];
    const hasOldIdentity = mine.some((identity) => !theirs.includes(identity));
    return [
      ...(known.role === role ? [] : [{ email, role, what: "role" as const }]),
      ...(hasOldIdentity ? [{ email, role, what: "identity" as const }] : []),
    ];
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
  if (what === "identity")
    return `${email} can sign in with the identity again that was taken off since the backup (${role})`;
  return `${email} came after the backup and has to be added again (${role})`;
}

function isGone(person: Person | undefined): boolean {
  return person === undefined || person.removedAt !== undefined;
}

function byEmail({ users = [] }: Documents): Map<string, Person> {
  return new Map((users as readonly Person[]).map((person) => [person.email, person]));
}

function identitiesOf({ authAccounts = [] }: Documents): (person: Person) => string[] {
  const identities = authAccounts as readonly Identity[];
  return ({ _id }) =>
    identities.filter(({ userId }) => userId === _id).map((one) => one.providerAccountId);
}
