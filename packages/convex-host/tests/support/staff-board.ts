import {
  type DataModelFromSchemaDefinition,
  defineSchema,
  defineTable,
  type GenericQueryCtx,
  internalMutationGeneric,
  internalQueryGeneric,
  queryGeneric,
} from "convex/server";
import { ConvexError, v } from "convex/values";

/** People and the texts of lists. */
export const schema = defineSchema({
  people: defineTable({ name: v.string(), isStaff: v.boolean() }).index("by_name", ["name"]),
  items: defineTable({ list: v.string(), text: v.string() }).index("by_list", ["list"]),
});

type DataModel = DataModelFromSchemaDefinition<typeof schema>;
type Ctx = GenericQueryCtx<DataModel>;

async function requireStaff(ctx: Ctx) {
  const name = (await ctx.auth.getUserIdentity())?.subject;
  if (name === undefined) throw new ConvexError("Signed out");
  const person = await findPerson(ctx, name);
  if (person?.isStaff !== true) throw new ConvexError("Not staff");
  return null;
}

function findPerson(ctx: Ctx, name: string) {
  return ctx.db
    .query("people")
    .withIndex("by_name", (q) => q.eq("name", name))
    .unique();
}

async function textsOf(ctx: Ctx, list: unknown): Promise<string[]> {
  const rows = await ctx.db
    .query("items")
    .withIndex("by_list", (q) => q.eq("list", String(list)))
    .collect();
  return rows.map(({ text }) => `secret ${text}`);
}

const gate = internalQueryGeneric({ handler: requireStaff });
const staff = (answer: (ctx: Ctx, args: { list?: unknown }) => Promise<unknown>) =>
  Object.assign(
    queryGeneric({
      handler: async (ctx: Ctx, args: { list?: unknown }) => {
        await requireStaff(ctx);
        return await answer(ctx, args);
      },
    }),
    { halves: { gate, body: internalQueryGeneric({ handler: answer }) } },
  );

/** Its functions. Who is staff stands in a table; everybody else is refused, and never sees a text with "secret". */
export const board = {
  list: staff((ctx, { list }) => textsOf(ctx, list)),
  count: staff(async (ctx, { list }) => `secret ${(await textsOf(ctx, list)).length}`),
  mine: queryGeneric(async (ctx: Ctx) => (await ctx.auth.getUserIdentity())?.subject ?? null),
  /** Asks who is calling only while there is something on the list. */
  sometimes: queryGeneric(async (ctx: Ctx) => {
    if ((await textsOf(ctx, "a")).length % 2 === 0) return "for all";
    return (await ctx.auth.getUserIdentity())?.subject ?? "nobody";
  }),
  open: queryGeneric(
    async (ctx: Ctx, { list }: { list?: unknown }) => (await textsOf(ctx, list)).length,
  ),
  same: queryGeneric((_ctx, args: Record<string, unknown>) => ({ ...args })),
  hidden: internalQueryGeneric((ctx: Ctx) => textsOf(ctx, "a")),
  write: internalMutationGeneric((ctx, { list, text }: { list: string; text: string }) =>
    ctx.db.insert("items", { list, text }),
  ),
  setRole: internalMutationGeneric(
    async (ctx, { name, isStaff }: { name: string; isStaff: boolean }) => {
      const person = await findPerson(ctx, name);
      if (person === null) await ctx.db.insert("people", { name, isStaff });
      else await ctx.db.patch("people", person._id, { isStaff });
    },
  ),
};
