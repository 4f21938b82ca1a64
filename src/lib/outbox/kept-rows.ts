import type { DBSchema } from "idb";
import type { KeptFile } from "../device/kept-file.ts";
import { listOf, number, objectOf, text } from "../shape.ts";
import type { Operation } from "./operation.ts";

/** The stores of the operations on the device. */
export interface Schema extends DBSchema {
  operations: { key: number; value: Operation };
  files: { key: string; value: KeptFiles };
}

/** The files of an operation as the device stores them. */
export type KeptFiles = Readonly<Record<string, KeptFile>>;

const fields = { id: text, kind: text, record: text, text, by: text, dependsOn: listOf(text) };
const shape = objectOf({ ...fields, seq: number, version: number, madeAt: number, tries: number });

/** The operations among the rows. Those of another shape stay on the device for the version that wrote them. */
export function operationsIn(rows: readonly Operation[]): readonly Operation[] {
  return rows.filter((row) => shape(row) !== undefined);
}
