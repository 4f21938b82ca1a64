import type { Database, DatabaseOptions } from "./database.ts";
import { randomBytes } from "node:crypto";
import { OwnFiles } from "./sqlite/own-files.ts";
import { namingFile, openWriter } from "./sqlite/open-file.ts";
import type { WriteStatements } from "./sqlite/statements.ts";
import { applyChanges, schemaChanges } from "./apply-schema.ts";
import type { Numbers, TableSet, Catalog } from "./tables/catalog.ts";
import { CommitGroup } from "./transactions/commit-group.ts";
import { type Clock, CommitStore } from "./transactions/commit-store.ts";
import { CommitListeners } from "./transactions/commit-listeners.ts";
import { FlushAlarm } from "./transactions/flush-alarm.ts";
import { CommittedView } from "./state/committed-view.ts";
import { CursorCodec } from "./queries/cursor.ts";
import { DocumentCache } from "./state/document-cache.ts";
import { loadTables } from "./transactions/load-tables.ts";
import { uncachedRanges } from "./state/range-cache.ts";
import { readOpenJobs } from "./state/open-jobs.ts";
import { ReaderPool } from "./transactions/reader-pool.ts";
import { DiskSnapshot, type Snapshot } from "./transactions/snapshot.ts";
import { LogBound } from "./transactions/log-bound.ts";
import { MetaTexts } from "./tables/meta-texts.ts";
import { lastRid, mergeOrReadLeftRows } from "./transactions/recent-rows.ts";
import type { RequestRecord } from "./transactions/request-log.ts";
import { Timestamps } from "./tables/timestamps.ts";
import { StateWriter, type WriteTransaction } from "./transactions/write-transaction.ts";
import type { Timestamp } from "../values/timestamp.ts";
import type { FlushedCommits } from "./state/layer.ts";

// The weight at which a group is flushed at once. It bounds the memory and the time of one flush.
const largestGroup = 2_000;

/** Opens (and creates) the database file; throws when it is damaged, foreign or of a newer version. */
export function openDatabase(options: DatabaseOptions): Database {
  const statements = openWriter(options.path, { durable: options.durable ?? true });
  try {
    return new SqliteDatabase(statements, options);
  } catch (error) {
    statements.close();
    throw namingFile(error, options.path);
  }
}

class SqliteDatabase implements Database {
  readonly #statements: WriteStatements;
  readonly #readers: ReaderPool;
  readonly #nowMs: () => number;
  readonly #random: DatabaseOptions["random"];
  readonly #codec: CursorCodec;
  readonly #timestamps: Timestamps;
  readonly #numbers: Numbers;
  readonly #listeners = new CommitListeners();
  readonly #store: CommitStore;
  readonly #cache: DocumentCache;
  readonly meta: Database["meta"];
  #tables: TableSet;
  #latest: Timestamp;
  #lastCreationTime: number;
  #nextRid: number;
  readonly #flushAlarm: FlushAlarm;
  #group: CommitGroup | null = null;
  #open: { tx: StateWriter; base: CommittedView } | null = null;
  #closed = false;

  constructor(statements: WriteStatements, options: DatabaseOptions) {
    this.#statements = statements;
    this.#readers = new ReaderPool(options.path);
    this.#nowMs = options.clock ?? Date.now;
    this.#random = options.random;
    this.#flushAlarm = new FlushAlarm(() => this.#flush(), options.heldMs);
    const left = mergeOrReadLeftRows(statements);
    const [ts, creationTime, nextTable, nextIndex] = statements.clock.get()!;
    const merged = ts as bigint;
    this.#latest = left.at(-1)?.ts ?? merged;
    this.#lastCreationTime = left.at(-1)?.creationTime ?? Number(creationTime);
    this.#numbers = { nextTable: Number(nextTable), nextIndex: Number(nextIndex) };
    const log = new LogBound(statements, {
      ...{ path: options.path, readers: this.#readers },
      ...(options.logLimits && { limits: options.logLimits }),
    });
    const files = new OwnFiles(options.path);
    this.#store = new CommitStore(statements, {
      ...{ clock: () => this.#clock, merged, left, log, files },
    });
    this.#tables = loadTables(statements, this.#numbers, () =>
      this.#store.storeClock(this.#latest),
    );
    this.#cache = new DocumentCache(this.#latest);
    this.#timestamps = new Timestamps(this.#latest, this.#nowMs);
    this.#nextRid = lastRid(statements, left) + 1;
    this.meta = new MetaTexts(statements);
    const secret = this.meta.getOrMake("cursor-secret", () => randomBytes(32).toString("base64"));
    this.#codec = new CursorCodec(Buffer.from(secret, "base64"));
  }

  get latest(): Timestamp {
    return this.#latest;
  }

  readonly catalog: Catalog = {
    tableNumber: (name) => this.#headTables.tableNumber(name),
    tableName: (number) => this.#headTables.tableName(number),
  };

  userTables(): { name: string; number: number }[] {
    return this.#headTables.userTables();
  }

  applySchema(schemaJson: string): void {
    this.#assertOpen();
    if (this.#open !== null) throw new Error("Cannot apply a schema while a mutation is open");
    this.#flush();
    const [tables, numbers] = [this.#tables, this.#numbers];
    const changes = schemaChanges(schemaJson, { tables, numbers });
    // A start with an unchanged schema writes nothing, so it succeeds on a full disk.
    if (changes.length === 0) return;
    this.#store.merge();
    const ts = this.#timestamps.next();
    const applied = this.#writeAlone(() => {
      this.#store.storeClock(ts);
      return applyChanges(changes, { statements: this.#statements, tables });
    });
    this.#tables = applied.tables;
    this.#moveTo(ts);
    this.#listeners.tell({ ts, writes: applied.writes });
  }

  snapshot(): Snapshot {
    this.#assertOpen();
    const { merged, layers, ranges } = this.#store;
    let snapshot: DiskSnapshot | null = null;
    const { statements, ts, release } = this.#readers.acquire(merged, () => snapshot?.lose());
    // After a write of another process, the snapshot is the state of the file, without layers and cached ranges.
    const above =
      ts === merged
        ? { ts: this.#latest, layers, ranges }
        : { ts, layers: [], ranges: uncachedRanges };
    snapshot = new DiskSnapshot({
      ...above,
      statements,
      release,
      cached: this.#cache.at(above.ts),
      tables: this.#tables,
      codec: this.#codec,
    });
    return snapshot;
  }

  begin(options: { nowMs: number }): WriteTransaction {
    this.#assertOpen();
    if (this.#open !== null) throw new Error("A mutation is already open");
    const base = new CommittedView({
      statements: this.#statements,
      cached: this.#cache.newest,
      tables: this.#headTables,
      layers: () => this.#store.layersWith(this.#group),
      ranges: () => this.#store.ranges,
    });
    const tx = new StateWriter({
      ts: this.#group?.ts ?? this.#latest,
      nowMs: options.nowMs,
      codec: this.#codec,
      ...(this.#random && { random: this.#random }),
      numbers: this.#numbers,
      base,
      lastCreationTime: this.#lastCreationTime,
      nextRid: () => this.#nextRid++,
      findRequest: (sessionId, requestId) =>
        this.#store.findRequest(sessionId, requestId, this.#group),
    });
    this.#open = { tx, base };
    return tx;
  }

  commit(
    tx: WriteTransaction,
    request?: RequestRecord,
    { mayWait = false }: { mayWait?: boolean } = {},
  ): Promise<Timestamp> {
    const { tx: writer, base } = this.#take(tx);
    if (base.failure !== null) return Promise.reject(base.failure);
    if (!writer.hasWrites && request === undefined) {
      if (this.#group === null) return Promise.resolve(this.#latest);
      // The transaction may have read commits that are not on disk yet, so its answer waits for their flush.
      this.#flushAlarm.set({ mayWait });
      return this.#group.flushed;
    }
    if (
      request !== undefined &&
      writer.findRequest(request.sessionId, request.requestId) !== null
    ) {
      return Promise.reject(new Error("This request was already carried out"));
    }
    const { layer, tables, lastCreationTime } = writer.finish();
    this.#group ??= new CommitGroup(this.#timestamps.next(), this.#tables);
    const group = this.#group;
    group.layer.absorb(layer);
    group.tables = tables;
    this.#lastCreationTime = lastCreationTime;
    if (request !== undefined) group.addRequest(request);
    if (group.weight >= largestGroup) this.#flush();
    else this.#flushAlarm.set({ mayWait });
    return group.flushed;
  }

  rollback(tx: WriteTransaction): Error | null {
    return this.#take(tx).base.failure;
  }

  onCommit(listener: (commit: FlushedCommits) => void): () => void {
    return this.#listeners.add(listener);
  }

  advanceTo(ts: Timestamp): void {
    // A pending commit may have a later timestamp than `ts`, so it is flushed first.
    if (ts > this.#latest) this.#flush();
    if (ts <= this.#latest) return;
    this.#store.merge();
    this.#timestamps.raiseTo(ts);
    this.#writeAlone(() => this.#store.storeClock(ts));
    this.#moveTo(ts);
  }

  forgetRequests: Database["forgetRequests"] = (before, limit) => {
    this.#store.merge();
    return this.#writeAlone(() => this.#store.requests.forget(before, limit));
  };

  openJobs: Database["openJobs"] = (after, limit) => readOpenJobs(this.#statements, after, limit);

  close(): void {
    if (this.#closed) return;
    this.#flush();
    this.#store.close();
    this.#closed = true;
    this.#open?.base.fail(new Error("The database is closed"));
    this.#readers.close();
    this.#statements.close();
  }

  get #headTables(): TableSet {
    return this.#group?.tables ?? this.#tables;
  }

  #take(tx: WriteTransaction): { tx: StateWriter; base: CommittedView } {
    const open = this.#open;
    if (open === null || open.tx !== tx) throw new Error("This mutation is not open");
    this.#open = null;
    return open;
  }

  /** Writes the pending group to disk in one SQLite transaction, or drops the whole group. */
  #flush(): void {
    const group = this.#group;
    if (group === null) return;
    this.#flushAlarm.clear();
    try {
      this.#assertOpen();
      this.#store.put(group, this.#nowMs());
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error("The flush failed", { cause });
      this.#group = null;
      this.#store.requests.forgetNumbers();
      this.#open?.base.fail(error);
      group.reject(error);
      return;
    }
    const writes = group.writes();
    this.#cache.apply(group.layer.changes, group.ts);
    this.#group = null;
    this.#tables = group.tables;
    this.#latest = group.ts;
    this.#listeners.tell({ ts: group.ts, writes });
    group.resolve();
  }

  get #clock(): Clock {
    return {
      latest: this.#latest,
      creationTime: this.#lastCreationTime,
      numbers: this.#numbers,
    };
  }

  /** Moves `latest` to a time whose whole state is in the tables. */
  #moveTo(ts: Timestamp): void {
    this.#latest = ts;
    this.#store.moveTo(ts);
  }

  #writeAlone<T>(work: () => T): T {
    this.#assertOpen();
    return this.#store.alone(work);
  }

  #assertOpen(): void {
    if (this.#closed) throw new Error("The database is closed");
  }
}
