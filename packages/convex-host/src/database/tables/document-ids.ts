import { decodeId, tableNumberOfId } from "../../values/ids.ts";
import type { TableInfo, TableSet } from "./catalog.ts";

/**
 * The table of the id that a function passed to `db.get` and similar methods; null when no table has its number. Throws
 * for a text that is not an id, for an id of another table than the named one, for a system table without `db.system`,
 * and for a user table with it.
 */
export function tableOfArgument(
  args: { id: string; table?: string; isSystem: boolean; method: string },
  tables: TableSet,
): TableInfo | null {
  const number = tableNumberOfId(args.id);
  if (number === null) {
    throw new Error(
      `Invalid argument \`id\` for \`${args.method}\`: Unable to decode ID: ${idProblem(args.id)}`,
    );
  }
  const table = tables.byNumber(number);
  if (table === null) return null;
  if (args.table !== undefined && table.name !== args.table) {
    throw new Error(
      `Invalid argument \`id\` for \`${args.method}\`: expected to be an Id<"${args.table}">, got Id<"${table.name}"> instead.`,
    );
  }
  if (table.name.startsWith("_") === args.isSystem) return table;
  throw new Error(
    args.isSystem
      ? "User tables cannot be accessed with db.system."
      : "System tables can only be accessed with db.system.",
  );
}

function idProblem(text: string): string | null {
  const decoded = decodeId(text);
  return "error" in decoded ? decoded.error : null;
}
