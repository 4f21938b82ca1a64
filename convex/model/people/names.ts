import type { Id } from "../../_generated/dataModel.js";
import { personName } from "../../lib/names.ts";
import type { QueryCtx } from "../context/context.ts";
import type { Change } from "../history/events.ts";

type Person = Parameters<typeof personName>[0];

/** The names of people by id; null for nobody and for who is gone. */
export type NameReader = {
  user: (id: Id<"users"> | undefined) => Promise<string | null>;
  member: (id: Id<"teamMembers"> | undefined) => Promise<string | null>;
};

/** Reads names for the records of one answer: each person once, however many records hold them. */
export function nameReader(ctx: QueryCtx): NameReader {
  return {
    user: readOnce(async (id: Id<"users">) => await ctx.db.get("users", id)),
    member: readOnce(async (id: Id<"teamMembers">) => await ctx.db.get("teamMembers", id)),
  };
}

function readOnce<PersonId>(read: (id: PersonId) => Promise<Person | null>) {
  const names = new Map<PersonId, Promise<string | null>>();
  const readName = async (id: PersonId) => {
    const person = await read(id);
    return person && personName(person);
  };
  return async (id: PersonId | undefined) => {
    if (id === undefined) return null;
    const name = names.get(id) ?? readName(id);
    names.set(id, name);
    return await name;
  };
}

type ReadPerson = (ctx: QueryCtx, id: string) => Promise<Person | null>;

const readUser: ReadPerson = async (ctx, sent) => {
  const id = ctx.db.normalizeId("users", sent);
  return id && (await ctx.db.get("users", id));
};

const readMember: ReadPerson = async (ctx, sent) => {
  const id = ctx.db.normalizeId("teamMembers", sent);
  return id && (await ctx.db.get("teamMembers", id));
};

/** The fields that hold the id of a person, each with the way to that person. */
const personByField: Readonly<Record<string, ReadPerson>> = {
  assignedToId: readUser,
  blockedBy: readUser,
  completedBy: readUser,
  crewMemberId: readMember,
};

/** The changes with the names that the people in them have now: history tells those, whatever becomes of the people. */
export async function nameChanges(ctx: QueryCtx, changes: readonly Change[]): Promise<Change[]> {
  const nameOf = async (field: string, id: Change["to"]) => {
    const read = personByField[field];
    const person = read && typeof id === "string" ? await read(ctx, id) : null;
    return person ? personName(person) : undefined;
  };
  return await Promise.all(
    changes.map(async (change) => {
      const fromName = await nameOf(change.field, change.from);
      const toName = await nameOf(change.field, change.to);
      return { ...change, ...(fromName && { fromName }), ...(toName && { toName }) };
    }),
  );
}
