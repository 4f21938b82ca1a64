import { readOperations, writeOperations } from "./document-syscalls.ts";
import {
  actionCallOperations,
  handleOperations,
  mutationCallOperations,
  queryCallOperations,
} from "./function-syscalls.ts";
import { commonOperations, requestOperations, transactionOperations } from "./metadata-syscalls.ts";
import { actionSchedulingOperations, mutationSchedulingOperations } from "./scheduling-syscalls.ts";
import {
  actionStorageOperations,
  mutationStorageOperations,
  queryStorageOperations,
} from "./file-syscalls.ts";
import type { ActionCaller, OperationTable, ReadCaller, WriteCaller } from "./callers.ts";

/** Every system call a query may make. */
export const queryOperations = union<ReadCaller>(
  commonOperations,
  handleOperations,
  transactionOperations,
  readOperations,
  queryCallOperations,
  queryStorageOperations,
);

/** Every system call a mutation may make. */
export const mutationOperations = union<WriteCaller>(
  commonOperations,
  handleOperations,
  transactionOperations,
  requestOperations,
  readOperations,
  writeOperations,
  mutationCallOperations,
  mutationSchedulingOperations,
  queryStorageOperations,
  mutationStorageOperations,
);

/** Every system call an action or an HTTP action may make. */
export const actionOperations = union<ActionCaller>(
  commonOperations,
  handleOperations,
  requestOperations,
  actionCallOperations,
  actionSchedulingOperations,
  actionStorageOperations,
);

function union<From>(...tables: OperationTable<From>[]): OperationTable<From> {
  return {
    sync: Object.assign({}, ...tables.map((table) => table.sync)) as OperationTable<From>["sync"],
    async: Object.assign(
      {},
      ...tables.map((table) => table.async),
    ) as OperationTable<From>["async"],
    js: Object.assign({}, ...tables.map((table) => table.js)) as OperationTable<From>["js"],
  };
}
