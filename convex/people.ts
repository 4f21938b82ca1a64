import { v } from "convex/values";
import { staffQuery } from "./functions.ts";
import { listPeople, vPerson } from "./model/people/users.ts";

/** Everyone who may be given a task, by first, then last name. */
export const list = staffQuery("project:read")({
  args: {},
  returns: v.array(vPerson),
  handler: async (ctx) => await listPeople(ctx),
});
