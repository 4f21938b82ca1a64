import { decodeId, tableNumberOfId } from "../../values/ids.ts";
import type { TableInfo, TableSet } from "./catalog.ts";

/**
 * The table of the id that a function passed to `db.get` and the like; null when no table has its number. Throws for
 * text that is no id, for an id of another table than the one named, and for a system table reached by the wrong door.
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
