import { queryGeneric, type RegisteredQuery } from "convex/server";
import { type Validator, v } from "convex/values";

/** The validators by name. */
export const validators = {
  null: v.null(),
  boolean: v.boolean(),
  number: v.number(),
  integer: v.int64(),
  string: v.string(),
  bytes: v.bytes(),
  thing: v.id("things"),
  file: v.id("_storage"),
  anything: v.any(),
  literal: v.literal("a"),
  numbers: v.array(v.number()),
  texts: v.array(v.union(v.string(), v.null())),
  mixed: v.union(v.literal(1), v.boolean(), v.object({ x: v.optional(v.number()) })),
  nested: v.object({
    kind: v.string(),
    count: v.number(),
    inner: v.optional(v.object({ flag: v.boolean(), note: v.optional(v.string()) })),
  }),
};

type AnyValidator = Validator<unknown, "required", string>;

const answer = (_ctx: unknown, args: { value?: unknown }) => args.value;

/** Two functions for each validator: one takes such a value as its argument, one returns it. */
export const checks: Record<
  string,
  RegisteredQuery<"public", { value: unknown }, unknown>
> = Object.fromEntries(
  Object.entries<AnyValidator>(validators).flatMap(([name, validator]) => [
    [`${name}Argument`, queryGeneric({ args: { value: validator }, handler: answer })],
    [
      `${name}Result`,
      queryGeneric({ args: { value: v.any() }, returns: validator, handler: answer }),
    ],
  ]),
);
