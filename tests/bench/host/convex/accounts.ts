import { type GenericMutationCtx, mutationGeneric } from "convex/server";
import { v } from "convex/values";
import type { DataModelFromSchemaDefinition } from "convex/server";
import type schema from "./schema.ts";

type Db = GenericMutationCtx<DataModelFromSchemaDefinition<typeof schema>>["db"];

/** Moves an amount from one account to another: two reads, two patches. */
export const transfer = mutationGeneric({
  args: { from: v.number(), to: v.number(), amount: v.number() },
  returns: v.null(),
  handler: async ({ db }, { from, to, amount }) => {
    const giver = await accountOf(db, from);
    const taker = await accountOf(db, to);
    if (giver.balance < amount) throw new Error("The account holds too little.");
    await db.patch("accounts", giver._id, { balance: giver.balance - amount });
    await db.patch("accounts", taker._id, { balance: taker.balance + amount });
    return null;
  },
});

async function accountOf(db: Db, number: number) {
  const account = await db
    .query("accounts")
    .withIndex("number", (q) => q.eq("number", number))
    .unique();
  if (account === null) throw new Error(`There is no account ${number}.`);
  return account;
}
