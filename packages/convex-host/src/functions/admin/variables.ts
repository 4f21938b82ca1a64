import type { ThreadStart, VariableChange } from "../../wire/thread-start.ts";
import type { Database } from "../../database/database.ts";

/** Environment variables that the operator set; kept with the data (SPEC C4). */
export type Variables = Readonly<Record<string, string>>;

const metaName = "environment-variables";
const namePattern = /^[a-zA-Z_][a-zA-Z0-9_]{0,39}$/;
const mostVariables = 100;
const mostValueBytes = 8192;

/** The variables of a start, after its changes. */
export function variablesAt(
  { fixedVariables, variableChanges }: Pick<ThreadStart, "fixedVariables" | "variableChanges">,
  meta: Database["meta"],
): Variables {
  return changeVariables(readVariables(meta, fixedVariables), variableChanges);
}

/** Reads the stored variables without those that only the host sets: a restored backup may contain them. */
function readVariables(meta: Database["meta"], fixed: readonly string[]): Variables {
  const kept = JSON.parse(meta.get(metaName) ?? "{}") as Variables;
  return Object.fromEntries(Object.entries(kept).filter(([name]) => !fixed.includes(name)));
}

export function storeVariables(meta: Database["meta"], variables: Variables): void {
  meta.set(metaName, JSON.stringify(variables));
}

/** The variables after all changes. Throws when one is not allowed, and then none of them happens. */
function changeVariables(variables: Variables, changes: readonly VariableChange[]): Variables {
  const changed = new Map(Object.entries(variables));
  for (const { name, value } of changes) {
    if (value === null) changed.delete(name);
    else changed.set(name, requireAllowed(name, value));
  }
  if (changed.size > mostVariables)
    throw new Error(`There can be at most ${mostVariables} environment variables.`);
  return Object.fromEntries(changed);
}

function requireAllowed(name: string, value: string): string {
  if (!namePattern.test(name))
    throw new Error(
      `"${name}" is no name for an environment variable: letters, digits and underscores, at most 40, no digit first.`,
    );
  if (Buffer.byteLength(value) > mostValueBytes)
    throw new Error(`The value of ${name} is larger than ${mostValueBytes} bytes.`);
  return value;
}
