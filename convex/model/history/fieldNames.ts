import type { Doc, Id } from "../../_generated/dataModel.js";
import { personName } from "../../lib/names.ts";
import type { QueryCtx } from "../context/context.ts";

type Change = NonNullable<Doc<"events">["changes"]>[number];

type ReadName = (ctx: QueryCtx, id: string) => Promise<string | null>;

const userName: ReadName = async (ctx, sent) => {
  const id = ctx.db.normalizeId("users", sent);
  const user = id && (await ctx.db.get("users", id));
  return user && personName(user);
};

const memberName: ReadName = async (ctx, sent) => {
  const id = ctx.db.normalizeId("teamMembers", sent);
  const member = id && (await ctx.db.get("teamMembers", id));
  return member && personName(member);
};

function nameIn(table: "projects" | "units" | "tasks"): ReadName {
  return async (ctx, sent) => {
    const id: Id<typeof table> | null = ctx.db.normalizeId(table, sent);
    const record = id && (await ctx.db.get(table, id));
    return record && record.name;
  };
}

/** The fields that hold an id, each with the function that reads the name of its record. */
const readerByField: Readonly<Record<string, ReadName>> = {
  assignedToId: userName,
  blockedBy: userName,
  completedBy: userName,
  createdBy: userName,
  managerId: userName,
  supervisorId: userName,
  userId: userName,
  crewMemberId: memberName,
  teamMemberId: memberName,
  projectId: nameIn("projects"),
  unitId: nameIn("units"),
  taskId: nameIn("tasks"),
};

/** True for a field that holds an id. */
export function holdsId(field: string): boolean {
  return Object.hasOwn(readerByField, field);
}

/** The present name of the record that an id field refers to; null for an empty value or a deleted record. */
export async function nameOfValue(
  ctx: QueryCtx,
  field: string,
  value: Change["to"],
): Promise<string | null> {
  const read = Object.hasOwn(readerByField, field) ? readerByField[field] : undefined;
  return read && typeof value === "string" ? await read(ctx, value) : null;
}

/**
 * The changes with the present names of the records that their ids refer to. History shows these names even after the
 * records are deleted.
 */
export async function nameChanges(ctx: QueryCtx, changes: readonly Change[]): Promise<Change[]> {
  return await Promise.all(
    changes.map(async (change) => {
      const fromName = await nameOfValue(ctx, change.field, change.from);
      const toName = await nameOfValue(ctx, change.field, change.to);
      return { ...change, ...(fromName && { fromName }), ...(toName && { toName }) };
    }),
  );
}
