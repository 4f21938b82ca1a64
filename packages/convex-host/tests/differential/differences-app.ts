import {
  actionGeneric,
  type FunctionReference,
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
} from "convex/server";
import { ConvexError, type GenericId, v } from "convex/values";

/** Functions with validators that convex-test does not check as Convex does. */
export const takeRecord = queryGeneric({
  args: { of: v.record(v.string(), v.number()) },
  handler: () => "taken",
});

export const takeLiteral = queryGeneric({
  args: { of: v.literal(1n) },
  handler: () => "taken",
});

/** Writes a row, then returns a value that its validator refuses. */
export const writeAndAnswerWrong = mutationGeneric({
  args: {},
  returns: v.string(),
  handler: async ({ db }): Promise<string> => {
    await db.insert("things", { n: 1 });
    return 5 as unknown as string;
  },
});

export const throwInteger = queryGeneric(() => {
  throw new ConvexError(1n);
});

/** Calls itself this many times. */
export const descend = queryGeneric(async (ctx, args: { left: number }): Promise<string> => {
  if (args.left === 0) return "done";
  return await ctx.runQuery(reference<"query">("descend"), { left: args.left - 1 });
});

export const doNothing = mutationGeneric(() => null);

export const fail = mutationGeneric(() => {
  throw new Error("It broke");
});

/** Stores a file with a content type, and returns its id. */
export const storeFile = actionGeneric(async (ctx) => {
  return await ctx.storage.store(new Blob(["text"], { type: "text/plain" }));
});

type FileOf = { id: GenericId<"_storage"> };

/** The file metadata that each kind of function reads. */
export const metadataInQuery = queryGeneric((ctx, { id }: FileOf) => ctx.storage.getMetadata(id));

export const metadataInMutation = mutationGeneric((ctx, { id }: FileOf) =>
  ctx.storage.getMetadata(id),
);

export const metadataInAction = actionGeneric((ctx, { id }: FileOf) => ctx.storage.getMetadata(id));

/** Stores a file under a hash that is not its own. */
export const storeOther = actionGeneric(async (ctx) => {
  await ctx.storage.store(new Blob(["text"]), { sha256: "another" });
  return "stored";
});

export const makeKey = mutationGeneric(async () => {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  await crypto.subtle.generateKey(algorithm, false, ["sign"]);
  return "made";
});

/** Returns the reference of a function of this file by its name. */
export function reference<Kind extends "query" | "mutation" | "action">(
  name: string,
): FunctionReference<Kind> {
  return makeFunctionReference<Kind>(`differences:${name}`);
}

/** A function to schedule. */
export const later = reference<"mutation">("doNothing");
