import {
  type DataModelFromSchemaDefinition,
  defineSchema,
  defineTable,
  type GenericQueryCtx,
  internalMutationGeneric,
  internalQueryGeneric,
  type PaginationOptions,
  queryGeneric,
} from "convex/server";
import { ConvexError, v } from "convex/values";

/** The tables of people and of the texts in lists. */
export const schema = defineSchema({
  people: defineTable({ name: v.string(), isStaff: v.boolean(), seesPrices: v.boolean() }).index(
    "by_name",
    ["name"],
  ),
  items: defineTable({ list: v.string(), text: v.string() }).index("by_list", ["list"]),
});

type DataModel = DataModelFromSchemaDefinition<typeof schema>;
type Ctx = GenericQueryCtx<DataModel>;
type ListArgs = { list?: unknown; paginationOpts?: PaginationOptions };

async function requireStaff(ctx: Ctx) {
  const name = (await ctx.auth.getUserIdentity())?.subject;
  if (name === undefined) throw new ConvexError("Signed out");
  const person = await findPerson(ctx, name);
  if (person?.isStaff !== true) throw new ConvexError("Not staff");
  return { prices: person.seesPrices };
}

function findPerson(ctx: Ctx, name: string) {
  return ctx.db
    .query("people")
    .withIndex("by_name", (q) => q.eq("name", name))
    .unique();
}

function itemsOf(ctx: Ctx, list: unknown) {
  return ctx.db.query("items").withIndex("by_list", (q) => q.eq("list", String(list)));
}

async function textsOf(ctx: Ctx, list: unknown): Promise<string[]> {
  const rows = await itemsOf(ctx, list).collect();
  return rows.map(({ text }) => `secret ${text}`);
}

const gate = internalQueryGeneric({
  handler: async (ctx) => {
    await requireStaff(ctx);
    return null;
  },
});
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

/**
 * The right of staff to see prices. As halves, the gate returns it and passes it to the body; as a whole, the function
 * looks it up itself.
 */
type Sight = { prices: boolean };
const sightGate = internalQueryGeneric({ handler: requireStaff });

function priced(answer: (ctx: Ctx, args: ListArgs, sight: Sight) => Promise<unknown>) {
  const whole = queryGeneric({
    handler: async (ctx: Ctx, args: ListArgs) => await answer(ctx, args, await requireStaff(ctx)),
  });
  const body = internalQueryGeneric({
    handler: async (ctx: Ctx, args: ListArgs = {}, sight?: Sight) => {
      if (sight === undefined) throw new Error("The body was told nothing.");
      return await answer(ctx, args, sight);
    },
  });
  return Object.assign(whole, { halves: { gate: sightGate, body } });
}

function priceOf(row: { text: string }, { prices }: Sight) {
  return { item: `secret ${row.text}`, price: prices ? "price 100" : null };
}

/**
 * The functions of the board. The table of people says who is staff. Everybody else is refused and never sees a text
 * with "secret". Staff without the right to see prices never see a text with "price 100".
 */
export const board = {
  list: staff((ctx, { list }) => textsOf(ctx, list)),
  count: staff(async (ctx, { list }) => `secret ${(await textsOf(ctx, list)).length}`),
  prices: priced(async (ctx, { list }, sight) => {
    const rows = await itemsOf(ctx, list).collect();
    return rows.map((row) => priceOf(row, sight));
  }),
  pages: priced(async (ctx, { list, paginationOpts }, sight) => {
    if (paginationOpts === undefined) throw new ConvexError("Which page?");
    const { page, ...rest } = await itemsOf(ctx, list).paginate(paginationOpts);
    return { ...rest, page: page.map((row) => priceOf(row, sight)) };
  }),
  mine: queryGeneric(async (ctx: Ctx) => (await ctx.auth.getUserIdentity())?.subject ?? null),
  /** Reads the identity only if the list has an odd number of texts. */
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
    async (ctx, { name, ...role }: { name: string; isStaff: boolean; seesPrices: boolean }) => {
      const person = await findPerson(ctx, name);
      if (person === null) await ctx.db.insert("people", { name, ...role });
      else await ctx.db.patch("people", person._id, role);
    },
  ),
};
