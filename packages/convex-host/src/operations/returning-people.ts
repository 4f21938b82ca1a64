import { openDatabase } from "../database/database.ts";
import { walkTable } from "../database/walk-table.ts";

/** Somebody whom a restore gives back what they had lost meanwhile, or takes away from. */
export type ReturningPerson = { email: string; what: "back" | "role" | "missing"; role: string };

type Person = { email: string; role: string; removedAt?: number };

/** The differences between the people of a backup and those of the data that it replaces. */
export function comparePeople(
  { restored, replaced }: { restored: string; replaced: string },
  table: string,
): ReturningPerson[] {
  const now = readPeople(restored, table);
  const before = readPeople(replaced, table);
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

function readPeople(path: string, table: string): Map<string, Person> {
  const database = openDatabase({ path });
  try {
    if (!database.userTables().some(({ name }) => name === table)) return new Map();
    const snapshot = database.snapshot();
    try {
      const people = [...walkTable(snapshot, table)] as unknown as Person[];
      return new Map(people.map((person) => [person.email, person]));
    } finally {
      snapshot.close();
    }
  } finally {
    database.close();
  }
}
