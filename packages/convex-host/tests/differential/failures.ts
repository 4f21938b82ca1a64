import type { Value } from "convex/values";

type Refusal = { name: string; host: RegExp; convexTest: RegExp };

/** Refusals of both engines, each in words of its own; the host's are those of Convex. */
const refusals: readonly Refusal[] = [
  {
    name: "value does not fit",
    host: /^(Error: )?(ArgumentValidationError: |Failed to insert or update a document in table )/,
    convexTest:
      /^Error: Validator error: |^(Type)?Error: Cannot convert undefined or null to object/,
  },
  {
    name: "result does not fit",
    host: /^(Error: )?ReturnsValidationError: /,
    convexTest: /^Error: Return value validation failed for /,
  },
  {
    name: "no such index",
    host: /^Error: Index \S+ not found\.$/,
    convexTest: /^Error: Cannot use index "\w+" for table "\w+" because it is not declared/,
  },
  {
    name: "no range of this index",
    host: /^Error: (The index range included|Tried to query index|Already defined|Upper and lower)/,
    convexTest: /^Error: Incorrect (field|operator) used in `withIndex`/,
  },
  {
    name: "no such document",
    // A text as short as the latter is no id of any table.
    host: /^Error: (Update|Replace|Delete) on nonexistent document ID |: Unable to decode ID: |^Error: storage id \w+ not found$|^Error: Invalid storage ID "[\w ]{0,20}"\.$/,
    convexTest:
      /^Error: ((Patch|Replace) on non-existent document|Delete on non-existent doc|Invalid argument `id`, expected ID value)/,
  },
  {
    name: "id of another table",
    host: /: expected to be an Id<"\w+">, got Id<"\w+"> instead|^Error: Invalid storage ID "\w{31,}"\.$/,
    convexTest: /^Error: Invalid argument `id`, expected ID in table /,
  },
  {
    name: "bytes of files in a mutation",
    host: /^Error: Can't use storage\.(store|get)\(\) in queries and mutations/,
    convexTest: /does not support async syscall: "1\.0\/storage(Store|Get)"$/,
  },
  {
    name: "second page in one function",
    host: /ran multiple paginated queries/,
    convexTest: /^Error: Only a single paginated query/,
  },
];

export const refusalNames = refusals.map(({ name }) => name);

/** A failure as both engines tell it: the data of a ConvexError, else the text, and neither request id nor frames. */
export function failureOf(error: unknown): Value {
  if (typeof error === "object" && error !== null && Symbol.for("ConvexError") in error) {
    return { data: (error as unknown as { data: Value }).data };
  }
  return inSameWords(textOf(error));
}

/** The text of a failure, unless both engines have words of their own for it. */
export function inSameWords(told: string): string | { refused: string } {
  const text = withoutCrossings(told);
  const refusal = refusals.find(({ host, convexTest }) => host.test(text) || convexTest.test(text));
  return refusal === undefined ? text : { refused: refusal.name };
}

/** The host adds Convex's words and frames for each function that an error crossed. */
function withoutCrossings(text: string): string {
  const lines = text.split("\n").filter((line) => !line.startsWith("    at "));
  return lines.join("\n").replace(/^Error: (?:Uncaught (\w+: ))+/, "$1");
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const title = /^\[Request ID: [^\]]*\] Server Error\n/;
  if (!title.test(error.message)) return `${error.name}: ${error.message}`;
  const lines = error.message.replace(title, "").split("\n");
  const told = lines.filter((line) => !line.startsWith("    at "));
  return told.join("\n").replace(/^Uncaught /, "");
}
