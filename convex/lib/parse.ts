import type * as z from "zod";
import { AppError } from "./errors.ts";

/** The sent values after validation; throws an "invalid" failure that names each faulty field. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
): z.output<Schema> {
  const result = schema.safeParse(sent);
  if (result.success) return result.data;
  const errors = result.error.issues.map((issue) => ({
    path: issue.path.join("."),
    message: issue.message,
  }));
  throw new AppError("invalid", errors[0]?.message ?? "Invalid input", errors);
}
