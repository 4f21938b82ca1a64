import { createHmac, randomBytes } from "node:crypto";
import type { Database } from "../database/types.ts";
import { FileAddresses } from "./file-address.ts";

const secretName = "files.secret";

/** What a deployment's file addresses and upload tokens are made with; both come from one secret, made at first use. */
export function fileKeys(database: Pick<Database, "meta" | "catalog">): {
  addresses: FileAddresses;
  uploadTokens: Buffer;
} {
  const tableNumber = database.catalog.tableNumber("_storage");
  if (tableNumber === null) throw new Error("The database has no _storage table.");
  const text = database.meta.getOrMake(secretName, () => randomBytes(32).toString("hex"));
  const secret = Buffer.from(text, "hex");
  const key = derive(secret, "storage address").subarray(0, 16);
  return {
    addresses: new FileAddresses({ key, tableNumber }),
    uploadTokens: derive(secret, "upload token"),
  };
}

function derive(secret: Buffer, purpose: string): Buffer {
  return createHmac("sha256", secret).update(purpose).digest();
}
