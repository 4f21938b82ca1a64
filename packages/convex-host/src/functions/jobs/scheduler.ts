import type { OpenJob } from "../../database/state/open-jobs.ts";
import { Alarm } from "./alarm.ts";
import type { CrashNote } from "./crash-note.ts";
import { DueTimes } from "./due-times.ts";
import { type JobRow, type JobState, readJob, writeState } from "./job-table.ts";
import type { JobOutcome, JobRunner } from "./job-runner-door.ts";
import { nextTurn } from "../../slices.ts";
import type { FlushedCommits } from "../../database/state/layer.ts";
import type { WriteTransaction } from "../../database/transactions/write-transaction.ts";

const parallelJobs = 8;
const jobsPerSlice = 500;
const firstRetryMs = 100;
const longestRetryMs = 60_000;
/** The time in milliseconds after which rows are read again that could not be read after their commit. */
const unreadableMs = 250;

/**
 * Runs scheduled functions when they are due (SPEC section J). The table is the source of truth; memory holds only the
 * due times of pending rows.
 */
export class Scheduler {
  readonly #runner: JobRunner;
  readonly #alarm: Alarm;
  readonly #pending: DueTimes;
  readonly #retriesById = new Map<string, number>();
  readonly #runningIds = new Set<string>();
  readonly #crashNote: CrashNote;
  #isLoaded = false;
  #unsubscribe: (() => void) | null = null;

  constructor(runner: JobRunner, crashNote: CrashNote) {
    this.#runner = runner;
    this.#crashNote = crashNote;
    this.#pending = new DueTimes(() => runner.clock());
    this.#alarm = new Alarm({
      clock: () => runner.clock(),
      ring: () => (this.#isLoaded ? this.#wake() : this.#begin()),
    });
  }

  start(): void {
    this.#unsubscribe = this.#runner.database.onCommit((commit) => this.#follow(commit));
    const { deadlyId } = this.#crashNote;
    // Ids of cron runs have a colon, ids of rows never do.
    if (deadlyId?.includes(":") === false)
      this.#close(deadlyId, "pending", "The host ended twice while it ran.");
    this.#begin();
  }

  #begin(): void {
    this.#load().catch((error: unknown) => {
      this.#runner.log.error("job.not-run", { error: String(error) });
      this.#alarm.setFor(this.#runner.clock() + longestRetryMs);
    });
  }

  /** Loads all open jobs before one runs, so that jobs with an earlier time run earlier. */
  async #load(): Promise<void> {
    for (let position = 0; ;) {
      const jobs = this.#runner.database.openJobs(position, jobsPerSlice);
      for (const job of jobs) this.#adopt(job);
      const last = jobs.at(-1);
      if (last === undefined || jobs.length < jobsPerSlice) break;
      position = last.position;
      await nextTurn();
      if (this.#unsubscribe === null) return;
    }
    this.#isLoaded = true;
    this.#wake();
  }

  /** Takes over a job that an earlier process left. */
  #adopt({ id, isRunning, scheduledTime }: OpenJob): void {
    // A job that was running may have done half of its work, so it is not repeated.
    if (isRunning) this.#close(id, "inProgress", "Transient error while executing action");
    else this.#pending.set(id, this.#crashNote.dueMs(id, scheduledTime));
  }

  /** The scheduled functions that run, canceled ones too. */
  get running(): number {
    return this.#runningIds.size;
  }

  stop(): void {
    if (this.#unsubscribe === null) return;
    this.#unsubscribe();
    this.#unsubscribe = null;
    this.#pending.clear();
    this.#alarm.setFor(null);
  }

  /**
   * Fails a job that an earlier process left. Its transaction is queued first, before a run could start the job again.
   */
  #close(id: string, from: JobState["kind"], error: string): void {
    const { log } = this.#runner;
    this.#change(id, from, { kind: "failed", error }).then(
      (isClosed) => {
        if (isClosed) log.error("job.failed", { id, error });
      },
      (reason: unknown) => log.error("job.not-closed", { id, error: String(reason) }),
    );
  }

  #follow({ writes }: FlushedCommits): void {
    const ids = writes
      .filter(({ table, after }) => table === "_scheduled_functions" && after.length > 0)
      .map(({ id }) => id);
    if (ids.length > 0) this.#followJobs(ids);
  }

  #followJobs(ids: readonly string[]): void {
    if (this.#unsubscribe === null) return;
    try {
      for (const [id, job] of this.#read(ids)) {
        if (job?.state !== "pending") this.#pending.delete(id);
        else if (!this.#runningIds.has(id)) this.#pending.set(id, job.scheduledTime);
      }
    } catch {
      // The commit is stored. An error here would end the thread.
      setTimeout(() => this.#followJobs(ids), unreadableMs).unref();
      return;
    }
    this.#setAlarm();
  }

  #wake(): void {
    for (const id of this.#pending.take(parallelJobs - this.#runningIds.size)) {
      this.#runningIds.add(id);
      void this.#run(id).finally(() => {
        this.#runningIds.delete(id);
        if (this.#unsubscribe !== null) this.#wake();
      });
    }
    this.#setAlarm();
  }

  #setAlarm(): void {
    if (!this.#isLoaded) return;
    const isBusy = this.#runningIds.size >= parallelJobs;
    this.#alarm.setFor(isBusy ? null : this.#pending.next());
  }

  async #run(id: string): Promise<void> {
    try {
      const job = this.#read([id]).get(id) ?? null;
      if (job?.state !== "pending") return;
      const outcome = await this.#runByKind(job);
      if (outcome !== null && !outcome.ok && outcome.isHostFault) throw new Error(outcome.message);
      this.#retriesById.delete(id);
    } catch (error) {
      this.#runner.log.error("job.not-run", { id, error: String(error) });
      this.#retryLater(id);
    }
  }

  async #runByKind(job: JobRow): Promise<JobOutcome | null> {
    const kind = this.#runner.kindOf(job.path);
    if (kind === "mutation") return await this.#runMutation(job);
    if (kind === "action") return await this.#runAction(job);
    const error = `Could not find a mutation or action for '${job.path}'.`;
    await this.#change(job.id, "pending", { kind: "failed", error });
    return null;
  }

  /** Runs a mutation exactly once: the row's state changes in the transaction of the mutation itself. */
  async #runMutation(job: JobRow): Promise<JobOutcome> {
    const { id, path, args } = job;
    const before = (tx: WriteTransaction) => {
      if (readJob(tx, id)?.state !== "pending") return false;
      this.#crashNote.begin(id);
      writeState(tx, id, { state: { kind: "inProgress" }, nowMs: this.#runner.clock() });
      return true;
    };
    const after = (tx: WriteTransaction) =>
      writeState(tx, id, { state: { kind: "success" }, nowMs: this.#runner.clock() });
    const outcome = await this.#runner.runMutation({
      path,
      args,
      jobId: id,
      steps: { before, after },
    });
    this.#crashNote.end(id);
    if (!outcome.ok && !outcome.isHostFault) {
      await this.#change(id, "pending", { kind: "failed", error: outcome.message });
    }
    return outcome;
  }

  /** Runs an action at most once: its row is in progress on disk before it starts. */
  async #runAction({ id, path, args }: JobRow): Promise<JobOutcome | null> {
    const isClaimed = await this.#change(id, "pending", { kind: "inProgress" });
    if (!isClaimed) return null;
    const outcome = await this.#runner.runAction({ path, args, jobId: id });
    const state: JobState = outcome.ok
      ? { kind: "success" }
      : { kind: "failed", error: outcome.message };
    await this.#change(id, "inProgress", state);
    return outcome.ok ? outcome : { ...outcome, isHostFault: false };
  }

  async #change(id: string, from: JobState["kind"], to: JobState): Promise<boolean> {
    return await this.#runner.transact((tx) => {
      if (readJob(tx, id)?.state !== from) return false;
      writeState(tx, id, { state: to, nowMs: this.#runner.clock() });
      return true;
    });
  }

  #retryLater(id: string): void {
    if (this.#unsubscribe === null) return;
    const retries = this.#retriesById.get(id) ?? 0;
    this.#retriesById.set(id, retries + 1);
    const delay = Math.min(firstRetryMs * 2 ** retries, longestRetryMs);
    this.#pending.set(id, this.#runner.clock() + delay);
  }

  #read(ids: readonly string[]): Map<string, JobRow | null> {
    const snapshot = this.#runner.database.snapshot();
    try {
      const nowMs = this.#runner.clock();
      return new Map(ids.map((id) => [id, readJob(snapshot.begin({ nowMs }), id)]));
    } finally {
      snapshot.close();
    }
  }
}
