import type { StoredFile } from "../../storage/file-store.ts";
import type { JsonObject } from "../../values/json.ts";
import { textOf } from "./read-arguments.ts";
import { onlyInActions } from "./refusals.ts";
import type {
  ActionCaller,
  Caller,
  Operation,
  OperationTable,
  ReadCaller,
  WriteCaller,
} from "./callers.ts";
import type { ReadTransaction } from "../../database/transactions/read-transaction.ts";

type Lookup<From> = (from: From, args: JsonObject) => StoredFile | null;

const inTransaction: Lookup<Caller<ReadTransaction>> = (from, args) =>
  from.host.files.locate(from.transaction, textOf(args, "storageId"));

const inLastCommit: Lookup<ActionCaller> = (from, args) =>
  from.host.read((tx) => from.host.files.locate(tx, textOf(args, "storageId")));

/** `ctx.storage` of queries. */
export const queryStorageOperations = {
  sync: {},
  async: fileReads(inTransaction),
  js: {},
} satisfies OperationTable<ReadCaller>;

/** `ctx.storage` of mutations. */
export const mutationStorageOperations = {
  sync: {},
  async: {
    "1.0/storageGenerateUploadUrl": uploadUrl,
    "1.0/storageDelete": (from, args) => {
      from.host.files.remove(from.transaction, textOf(args, "storageId"));
      return "null";
    },
    "1.0/storageStore": () => {
      throw onlyInActions("storage.store()");
    },
    "1.0/storageGet": () => {
      throw onlyInActions("storage.get()");
    },
  },
  js: {},
} satisfies OperationTable<WriteCaller>;

/** `ctx.storage` of actions, which may also store and read bytes. */
export const actionStorageOperations = {
  sync: {},
  async: {
    ...fileReads(inLastCommit),
    "1.0/storageGenerateUploadUrl": uploadUrl,
    "1.0/storageDelete": async (from, args) => {
      await from.host.transact(from.taker, (tx) => {
        from.host.files.remove(tx, textOf(args, "storageId"));
      });
      return "null";
    },
  },
  js: {
    "storage/storeBlob": (from, { blob, options }) =>
      from.host.files.store(
        requireBlob(blob),
        (options as { sha256?: string } | undefined)?.sha256,
      ),
    "storage/getBlob": (from, { storageId }) => {
      const file = from.host.read((tx) => from.host.files.locate(tx, String(storageId)));
      return file === null ? Promise.resolve(null) : from.host.files.read(file);
    },
  },
} satisfies OperationTable<ActionCaller>;

function fileReads<From extends Caller<unknown>>(
  locate: Lookup<From>,
): Record<string, Operation<From>> {
  return {
    "1.0/storageGetUrl": (from, args) => {
      const file = locate(from, args);
      const origin = from.host.environment["CONVEX_CLOUD_URL"] ?? "";
      return JSON.stringify(file && `${origin}/api/storage/${file.uuid}`);
    },
    "1.0/storageGetMetadata": (from, args) => {
      const file = locate(from, args);
      if (file === null) return "null";
      const sha256 = Buffer.from(file.sha256Base64, "base64").toString("hex");
      const { uuid, size, contentType } = file;
      return JSON.stringify({ storageId: uuid, sha256, size, contentType });
    },
  };
}

function uploadUrl(from: Caller<unknown>): string {
  const origin = from.host.environment["CONVEX_CLOUD_URL"] ?? "";
  const token = from.host.files.makeUploadToken(from.now());
  return JSON.stringify(`${origin}/api/storage/upload?token=${token}`);
}

function requireBlob(value: unknown): Blob {
  if (value instanceof Blob) return value;
  throw new Error(
    "store() expects a Blob. If you are trying to store a Request, `await request.blob()` will give you the correct input.",
  );
}
