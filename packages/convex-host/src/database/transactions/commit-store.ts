import type { Timestamp } from "../../values/timestamp.ts";
import { type SqlValue, StorageError } from "../sqlite/driver.ts";
import type { OwnFiles } from "../sqlite/own-files.ts";
import type { WriteStatements } from "../sqlite/statements.ts";
import type { Layer } from "../state/layer.ts";
import { RangeCache } from "../state/range-cache.ts";
import type { Numbers } from "../tables/catalog.ts";
import { type CommitGroup, storeLayer, storeTable } from "./commit-group.ts";
import { FlushAlarm } from "./flush-alarm.ts";
import type { LogBound } from "./log-bound.ts";
import { RecentCommits } from "./recent-commits.ts";
import { type LeftCommits, mayBeRecent, storeRow } from "./recent-rows.ts";
import { type FoundRequest, RequestLog } from "./request-log.ts";

/** Recent commits of this weight are merged into the tables at once, others within `mostMs` milliseconds. */
const mostWeight = 256;
const mostMs = 1_000;

/** The facts of the whole database that are stored beside its commits. */
export type Clock = { latest: Timestamp; creationTime: number; numbers: Numbers };

type PendingLayers = {
  under: readonly Layer[];
  group: CommitGroup;
  all: readonly Layer[];
};

/**
 * The disk as the one writer knows it. A flush writes one row with all changes of a small group, which touches two or
 * three pages. A later merge writes many groups to the tables at once: neighbouring index entries, and documents that
 * changed several times, then share the written pages.
 */
export class CommitStore {
  readonly requests: RequestLog;
  readonly #statements: WriteStatements;
  readonly #clock: () => Clock;
  readonly #alarm: FlushAlarm;
  readonly #log: LogBound;
  readonly #files: OwnFiles;
  #recent = new RecentCommits();
  #merged: Timestamp;
  #ranges = new RangeCache();
  #pending: PendingLayers | null = null;
  #mayHoldRefused = false;
  #dataVersion: SqlValue | undefined;

  /** `left` holds the commits that an earlier process did not merge; the tables have the state of the time `merged`. */
  constructor(
    statements: WriteStatements,
    {
      clock,
      merged,
      left,
      log,
      files,
    }: {
      clock: () => Clock;
      merged: Timestamp;
      left: readonly LeftCommits[];
      log: LogBound;
      files: OwnFiles;
    },
  ) {
    this.#log = log;
    this.#files = files;
    files.assertThere();
    this.#statements = statements;
    this.#clock = clock;
    this.requests = new RequestLog(statements);
    this.#alarm = new FlushAlarm(() => this.#tryMerge(), mostMs);
    this.#merged = merged;
    for (const group of left) this.#recent.add(group, group.nowMs);
    if (left.length > 0) this.#alarm.set({ mayWait: true });
    this.#dataVersion = statements.dataVersion.get()![0];
  }

  /** The time of the last commit that is in the tables. */
  get merged(): Timestamp {
    return this.#merged;
  }

  /** The range cache of the current state of the tables. */
  get ranges(): RangeCache {
    return this.#ranges;
  }

  /** The layers above the tables, the oldest first. */
  get layers(): readonly Layer[] {
    return this.#recent.layers;
  }

  /** The same layers with that of the pending group on top. Every read asks for them, so the last list is cached. */
  layersWith(group: CommitGroup | null): readonly Layer[] {
    const { layers } = this.#recent;
    if (group === null) return layers;
    const known = this.#pending;
    if (known?.under === layers && known.group === group) return known.all;
    const all = [...layers, group.layer];
    this.#pending = { under: layers, group, all };
    return all;
  }

  findRequest(
    sessionId: string,
    requestId: number,
    group: CommitGroup | null,
  ): FoundRequest | null {
    return (
      this.#recent.find({ sessionId, requestId }) ?? this.requests.find(sessionId, requestId, group)
    );
  }

  /** Writes a group to disk, whole or not at all. */
  put(group: CommitGroup, nowMs: number): void {
    const isRecent = this.#recent.weight < 2 * mostWeight && mayBeRecent(group);
    const { creationTime } = this.#clock();
    this.#pending = null;
    this.alone(() => {
      if (isRecent) return storeRow(this.#statements, group, { nowMs, creationTime });
      this.#storeRecent();
      for (const table of group.newTables) storeTable(this.#statements, table);
      storeLayer(this.#statements, group.layer);
      this.requests.store(group.requests, { ts: group.ts, nowMs });
      this.storeClock(group.ts);
    });
    if (!isRecent) return this.#forgetRecent(group.ts);
    this.#recent.add(group, nowMs);
    this.#alarm.set({ mayWait: this.#recent.weight < mostWeight });
  }

  /** Merges the recent commits into the tables. */
  merge(): void {
    if (this.#recent.isEmpty) return;
    const { latest } = this.#clock();
    try {
      this.alone(() => {
        this.#storeRecent();
        this.storeClock(latest);
      });
    } catch (error) {
      this.requests.forgetNumbers();
      throw error;
    }
    this.#forgetRecent(latest);
  }

  /** Merges the recent commits once more and stops the timer. */
  close(): void {
    this.#tryMerge();
    this.#alarm.clear();
  }

  storeClock(ts: Timestamp): void {
    const { creationTime, numbers } = this.#clock();
    this.#statements.setClock.run(ts, creationTime, numbers.nextTable, numbers.nextIndex);
  }

  /** Marks the tables as the state of this time. No commit is recent then. */
  moveTo(ts: Timestamp): void {
    this.#merged = ts;
    this.#ranges = new RangeCache();
  }

  /** Runs work in one SQLite transaction, unless another process has written to the file. */
  alone<T>(work: () => T): T {
    this.#files.assertThere();
    this.#log.keep(this.#merged);
    try {
      const done = this.#statements.transaction(() => {
        this.#assertAlone();
        return work();
      });
      this.#mayHoldRefused = false;
      return done;
    } catch (error) {
      const { code = "" } = error instanceof StorageError ? error : {};
      if (code.startsWith("SQLITE_IOERR")) this.#writeOverRefused();
      throw error;
    }
  }

  /**
   * Overwrites a refused commit in the log. When only its flush failed, the whole commit may be in the log, and a start after
   * a crash would find it. The overwriting commit stores a text and removes it, because SQLite writes nothing for an
   * unchanged row. While the disk refuses this commit too, the timer repeats it.
   */
  #writeOverRefused(): void {
    try {
      this.#statements.transaction(() => {
        this.#statements.setMeta.run("refused", "");
        this.#statements.removeMeta.run("refused");
      });
      this.#mayHoldRefused = false;
    } catch {
      this.#mayHoldRefused = true;
      this.#alarm.set({ mayWait: true });
    }
  }

  /** A failed merge loses nothing: the rows of the commits stay, and the timer or the next group tries again. */
  #tryMerge(): void {
    this.#alarm.clear();
    try {
      if (this.#mayHoldRefused) {
        this.#files.assertThere();
        this.#writeOverRefused();
      }
      this.merge();
    } catch {
      this.#alarm.set({ mayWait: true });
    }
  }

  #storeRecent(): void {
    for (const layer of this.#recent.layers) storeLayer(this.#statements, layer);
    for (const { records, ts, nowMs } of this.#recent.requests)
      this.requests.store(records, { ts, nowMs });
    this.#statements.clearRecent.run();
  }

  #forgetRecent(merged: Timestamp): void {
    this.#alarm.clear();
    this.#recent = new RecentCommits();
    this.moveTo(merged);
  }

  /** Throws when another host has written since the last transaction: the state in memory would be wrong. */
  #assertAlone(): void {
    const version = this.#statements.dataVersion.get()![0];
    if (version === this.#dataVersion) return;
    // A checkpoint or a note of another tool changes the version too, but only a host moves the commit times.
    const [merged, recent] = this.#statements.newest.get()!;
    if (merged !== this.#merged || (recent ?? merged) !== this.#clock().latest) {
      throw new Error("Another process writes to this database: only one host may use it");
    }
    this.#dataVersion = version;
  }
}
