import type { Value } from "convex/values";

type Refusal = { name: string; host: RegExp; convexTest: RegExp };

/** The refusals that the engines word differently; the host's words are those of Convex. */
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
    // The last pattern takes short texts only: they are no id of any table.
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

/**
 * Returns a failure in a form that both engines share: the data of a ConvexError, or else the message without request
 * id and stack frames.
 */
export function failureOf(error: unknown): Value {
  if (typeof error === "object" && error !== null && Symbol.for("ConvexError") in error) {
    return { data: (error as unknown as { data: Value }).data };
  }
  return inSameWords(textOf(error));
}

/** Returns the message of a failure, or the name of the refusal if each engine has its own words for it. */
export function inSameWords(told: string): string | { refused: string } {
  const text = withoutCrossings(told);
  const refusal = refusals.find(({ host, convexTest }) => host.test(text) || convexTest.test(text));
  return refusal === undefined ? text : { refused: refusal.name };
}

/** Removes the words and frames that the host, like Convex, adds for each function that an error passed through. */
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
