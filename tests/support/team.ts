import type { Id } from "../../convex/_generated/dataModel.js";
import type { Engine } from "./workspace.ts";

/** A crew member of the pool, on no project's team. */
export async function insertMember(
  t: Engine,
  createdBy: Id<"users">,
  firstName: string,
  lastName: string,
): Promise<Id<"teamMembers">> {
  return await t.run(
    async (ctx) =>
      await ctx.db.insert("teamMembers", {
        ...{ createdBy, firstName, lastName, role: "crew_member" },
        ...{ isActive: true, createdAt: Date.now() },
      }),
  );
}
