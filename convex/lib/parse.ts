import type * as z from "zod";
import { AppError } from "./errors.ts";

/** The values that people sent, as valid ones; otherwise an "invalid" failure that names each field. */
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
