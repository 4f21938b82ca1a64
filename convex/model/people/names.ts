import type { Id } from "../../_generated/dataModel.js";
import { personName } from "../../lib/names.ts";
import type { QueryCtx } from "../context/context.ts";

type Person = Parameters<typeof personName>[0];

/** Reads names of people by id; null for an undefined id and for a person who no longer exists. */
export type NameReader = {
  user: (id: Id<"users"> | undefined) => Promise<string | null>;
  member: (id: Id<"teamMembers"> | undefined) => Promise<string | null>;
};

/**
 * A name reader with a cache, for the records of one answer: each person is read once, however many records refer to
 * them.
 */
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
