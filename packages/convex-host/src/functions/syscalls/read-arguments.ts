import type { Json, JsonObject } from "../../values/json.ts";

/** A text among the arguments of a system call. */
export function textOf(args: JsonObject, name: string): string {
  const value: Json | undefined = args[name];
  if (typeof value === "string") return value;
  throw new Error(`Invalid arguments for \`${name}\`: expected a string.`);
}
