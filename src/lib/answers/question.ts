import { convexToJson, jsonToConvex, type JSONValue, type Value } from "convex/values";

/** A query with its arguments. */
export interface Question {
  name: string;
  args: Record<string, Value>;
}

/** The question as a text of one line that is equal for equal questions. */
export function keyOf(name: string, args: unknown): string {
  return `${name} ${JSON.stringify(convexToJson(args as Value))}`;
}

/** The question of a key. */
export function questionOf(key: string): Question {
  const nameEnd = key.indexOf(" ");
  const args = jsonToConvex(JSON.parse(key.slice(nameEnd + 1)) as JSONValue);
  return { name: key.slice(0, nameEnd), args: args as Record<string, Value> };
}

/**
 * True for a question about the present moment only. No device keeps its answer, and no screen is incomplete without
 * it.
 */
export function isOfTheMoment({ name }: Question): boolean {
  return name.startsWith("presence:");
}
