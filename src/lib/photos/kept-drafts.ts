import type { DBSchema } from "idb";
import type { Author } from "../device/earlier-account.ts";
import { fileOf, type KeptFile } from "../device/kept-file.ts";

/** The photos chosen for one section of a unit before they are handed over, as plain data, with who chose them. */
export interface KeptDraft extends Author {
  unitId: string;
  type: string;
  /** The address of the page that shows them. */
  address: string;
  caption: string;
  /** The calendar day, or null for today. */
  day: string | null;
  files: readonly { key: string; name: string }[];
}

/** The stores of the chosen photos on the device. */
export interface Schema extends DBSchema {
  drafts: { key: string; value: KeptDraft };
  files: { key: string; value: KeptFile | Made };
}

/** The row that tells one database of this device from the next, because the browser may delete it under a page. */
export interface Made {
  made: string;
}

/** The file of a row; null for another row. */
export function fileIn(row: KeptFile | Made | undefined): Blob | null {
  return row === undefined || "made" in row ? null : fileOf(row);
}

/** The key of a draft. */
export function placeOf({ by, type, unitId }: KeptDraft): string {
  return `${by} ${type} ${unitId}`;
}
