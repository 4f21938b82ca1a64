import type { FoundRequest } from "./request-log.ts";
import { newId, type Random } from "../../values/ids.ts";
import type { JsonObject } from "../../values/json.ts";
import { newTable, type Numbers, type TableInfo, type TableSet } from "../tables/catalog.ts";
import { nextCreationTime } from "../tables/creation-times.ts";
import type { CursorCodec } from "../queries/cursor.ts";
import { tableOfArgument } from "../tables/document-ids.ts";
import {
  checkTableName,
  fieldsForInsert,
  fieldsForPatch,
  fieldsForReplace,
  prepareDocument,
} from "./document-values.ts";
import { searchEntries } from "../search/search-entries.ts";
import { indexKeys } from "../tables/index-keys.ts";
import type { Layer, StoredDocument } from "../state/layer.ts";
import { Scope } from "./scope.ts";
import { StateReader, type ReadTransaction } from "./read-transaction.ts";
import { RecordedReads } from "../reads/read-set.ts";
import { readDocument, type StateView } from "../state/state-view.ts";
import { Usage } from "../reads/usage.ts";
import type { Timestamp } from "../../values/timestamp.ts";

/** The reads and writes of one mutation execution. Writes stay in memory until `Database.commit`. */
export interface WriteTransaction extends ReadTransaction {
  insert(table: string, value: JsonObject): string;
  /** Shallow merge; `{"$undefined":null}` at the top level removes a field. Returns the document's JSON text. */
  patch(args: { id: string; value: JsonObject; table?: string }): string;
  replace(args: { id: string; value: JsonObject; table?: string }): string;
  remove(args: { id: string; table?: string }): string;
  /** The host's own writes to `_storage` and `_scheduled_functions` (no schema check, `_` tables allowed). */
  readonly system: {
    /** `id` is an id that was chosen before; no document may have it. */
    insert(table: SystemTable, value: JsonObject, id?: string): string;
    patch(id: string, value: JsonObject): void;
    remove(id: string): void;
  };
  /** Counts one scheduled function against the limits; throws when over. */
  countScheduled(argsBytes: number): void;
  /** Opens a sub-transaction (nested mutation); close innermost first. */
  enterNested(): void;
  leaveNested(outcome: "keep" | "discard"): void;
  /** The stored answer of a request that was executed already, also when its flush is still pending. */
  findRequest(sessionId: string, requestId: number): FoundRequest | null;
  readonly hasWrites: boolean;
}

export type SystemTable = "_storage" | "_scheduled_functions";

export type WriteParts = {
  ts: Timestamp;
  nowMs: number;
  codec: CursorCodec;
  random?: Random;
  numbers: Numbers;
  /**
   * The state under this transaction: everything committed, flushed or not. Its reads throw after its flush has failed.
   */
  base: StateView;
  /** The creation time of the newest document. */
  lastCreationTime: number;
  nextRid(): number;
  findRequest: WriteTransaction["findRequest"];
};

type Target = { table: TableInfo; id: string; old: StoredDocument };

/** The reads and writes of one mutation. Owns its layers; nothing leaves them before a commit takes them over. */
export class StateWriter extends StateReader implements WriteTransaction {
  readonly #parts: WriteParts;
  readonly #usage: Usage;
  readonly #reads: RecordedReads;
  readonly #scope: Scope;
  #creationTime: number;

  constructor(parts: WriteParts) {
    const usage = new Usage();
    const reads = new RecordedReads();
    const scope = new Scope(parts.base);
    super({ ts: parts.ts, view: scope, reads, usage, codec: parts.codec, journal: null });
    this.#parts = parts;
    this.#usage = usage;
    this.#reads = reads;
    this.#scope = scope;
    this.#creationTime = parts.lastCreationTime;
  }

  insert(tableName: string, value: JsonObject): string {
    checkTableName(tableName);
    return this.#insert(this.#tableForInsert(tableName), fieldsForInsert(value));
  }

  patch(args: { id: string; value: JsonObject; table?: string }): string {
    const target = this.#target({ ...args, method: "db.patch" }, "Update");
    const old = JSON.parse(target.old.json) as JsonObject;
    return this.#write(target, old, fieldsForPatch(old, args.value));
  }

  replace(args: { id: string; value: JsonObject; table?: string }): string {
    const target = this.#target({ ...args, method: "db.replace" }, "Replace");
    const old = JSON.parse(target.old.json) as JsonObject;
    return this.#write(target, old, fieldsForReplace(old, args.value));
  }

  remove(args: { id: string; table?: string }): string {
    const target = this.#target({ ...args, method: "db.delete" }, "Delete");
    this.#usage.write(0);
    this.#remove(target);
    return target.old.json;
  }

  readonly system = {
    insert: (table: SystemTable, value: JsonObject, id?: string): string =>
      this.#insert(this.#systemTable(table), value, { checkSchema: false, id }),
    patch: (id: string, value: JsonObject): void => {
      const target = this.#systemTarget(id);
      const old = JSON.parse(target.old.json) as JsonObject;
      this.#write(target, old, fieldsForPatch(old, value));
    },
    remove: (id: string): void => this.#remove(this.#systemTarget(id)),
  };

  countScheduled(argsBytes: number): void {
    this.#usage.schedule(argsBytes);
  }

  enterNested(): void {
    this.#scope.enter();
    this.#usage.enterNested();
  }

  leaveNested(outcome: "keep" | "discard"): void {
    this.#scope.leave(outcome);
    this.#usage.leaveNested(outcome);
  }

  findRequest(sessionId: string, requestId: number) {
    return this.#parts.findRequest(sessionId, requestId);
  }

  get hasWrites(): boolean {
    return this.#scope.hasWrites;
  }

  override staleView(): ReadTransaction {
    return new StateReader({
      ts: this.ts,
      view: this.#parts.base,
      reads: new RecordedReads(),
      usage: this.#usage,
      codec: this.#parts.codec,
      journal: null,
    });
  }

  /** The writes that a commit takes over. */
  finish(): { layer: Layer; tables: TableSet; lastCreationTime: number } {
    return { ...this.#scope.finish(), lastCreationTime: this.#creationTime };
  }

  #tableForInsert(name: string): TableInfo {
    const found = this.#scope.tables.byName(name);
    if (found !== null) return found;
    const table = newTable(name, this.#parts.numbers);
    this.#scope.tables = this.#scope.tables.with(table);
    return table;
  }

  #systemTable(name: string): TableInfo {
    const table = this.#scope.tables.byName(name);
    if (table === null) throw new Error(`There is no system table ${name}`);
    return table;
  }

  #insert(
    table: TableInfo,
    fields: JsonObject,
    options: { checkSchema?: boolean; id?: string | undefined } = {},
  ): string {
    const { nowMs, random } = this.#parts;
    const { checkSchema = true, id = newId(table.number, { nowMs, ...(random && { random }) }) } =
      options;
    const creationTime = nextCreationTime(nowMs, this.#creationTime);
    const rid = this.#ridBefore(options.id) ?? this.#parts.nextRid();
    const value = { ...fields, _creationTime: creationTime, _id: id };
    const after = prepareDocument(value, table, { rid, tables: this.#scope.tables, checkSchema });
    if (checkSchema) this.#usage.write(after.document.size);
    this.#creationTime = creationTime;
    this.#scope.top.put({ id, table, rid, before: [], entriesBefore: [], after });
    return id;
  }

  /**
   * The row id of a document that was deleted above the tables. The new document has it again, because layers may be
   * joined.
   */
  #ridBefore(id: string | undefined): number | undefined {
    if (id === undefined) return undefined;
    return this.#scope.layers.findLast((layer) => layer.change(id) !== undefined)?.change(id)?.rid;
  }

  #write(target: Target, old: JsonObject, value: JsonObject): string {
    const { table, id } = target;
    const isUser = !table.name.startsWith("_");
    const places = placesOf(table, old);
    const after = prepareDocument(value, table, {
      rid: target.old.rid,
      tables: this.#scope.tables,
      checkSchema: isUser,
      before: { document: old, keys: places.before },
    });
    if (after.document.json === target.old.json) return target.old.json;
    if (isUser) this.#usage.write(after.document.size);
    this.#scope.top.put({ id, table, rid: target.old.rid, ...places, after });
    return after.document.json;
  }

  #remove({ table, id, old }: Target): void {
    const places = placesOf(table, JSON.parse(old.json) as JsonObject);
    this.#scope.top.put({ id, table, rid: old.rid, ...places, after: null });
  }

  #target(args: { id: string; table?: string; method: string }, verb: string): Target {
    const table = tableOfArgument({ ...args, isSystem: false }, this.#scope.tables);
    this.#reads.document(args.id);
    const old = table === null ? null : readDocument(this.#scope, table, args.id);
    if (table === null || old === null) {
      throw new Error(`${verb} on nonexistent document ID ${args.id}`);
    }
    this.#usage.read(old.size);
    return { table, id: args.id, old };
  }

  #systemTarget(id: string): Target {
    const table = tableOfArgument({ id, isSystem: true, method: "db.system" }, this.#scope.tables);
    this.#reads.document(id);
    const old = table === null ? null : readDocument(this.#scope, table, id);
    if (table === null || old === null) throw new Error(`No system document has the ID ${id}`);
    return { table, id, old };
  }
}

/** The index keys and search entries of a document before a write. */
function placesOf(table: TableInfo, old: JsonObject) {
  return { before: indexKeys(table, old), entriesBefore: searchEntries(table, old) };
}
