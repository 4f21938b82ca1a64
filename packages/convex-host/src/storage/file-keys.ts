import { createHmac, randomBytes } from "node:crypto";
import { FileAddresses } from "./file-address.ts";
import type { Database } from "../database/database.ts";

const secretName = "files.secret";

/**
 * The key of a deployment's file addresses. Its secret is made once and stored, because the files have these names on
 * disk.
 */
export function fileKeys(database: Pick<Database, "meta" | "catalog">): {
  addresses: FileAddresses;
} {
  const tableNumber = database.catalog.tableNumber("_storage");
  if (tableNumber === null) throw new Error("The database has no _storage table.");
  const text = database.meta.getOrMake(secretName, () => randomBytes(32).toString("hex"));
  const secret = Buffer.from(text, "hex");
  const key = derive(secret, "storage address").subarray(0, 16);
  return { addresses: new FileAddresses({ key, tableNumber }) };
}

function derive(secret: Buffer, purpose: string): Buffer {
  return createHmac("sha256", secret).update(purpose).digest();
}
