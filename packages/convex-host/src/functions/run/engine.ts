import { randomUUID } from "node:crypto";
import type { App, Environment } from "../app/app.ts";
import { findFunction } from "../../wire/find-function.ts";
import { FileStore } from "../../storage/file-store.ts";
import { Jobs } from "../jobs/jobs.ts";
import { type Logger, messageOf } from "../../log.ts";
import type { HostServices } from "../syscalls/callers.ts";
import { AuditKeeper } from "./audit-keeper.ts";
import { runOutside } from "./context.ts";
import { installEnvironment } from "./process-globals.ts";
import { jobRunner } from "./job-runner.ts";
import { Lane } from "./lane.ts";
import { defaultRunLimits, type RunLimits } from "./run-limits.ts";
import { runAction } from "./run-action.ts";
import { runHttpAction } from "./run-http-action.ts";
import { findAnswer, runMutation } from "./run-mutation.ts";
import { prepareQuery, runQuery } from "./run-query.ts";
import { createSeeds, type RunServices } from "./services.ts";
import type { Call, Engine, FinishedRun } from "./calls.ts";
import type { WriteTransaction } from "../../database/transactions/write-transaction.ts";
import type { Database } from "../../database/database.ts";

export type EngineOptions = {
  app: App;
  /** Opened by the caller, closed by the engine's `stop`. */
  database: Database;
  environment: Environment;
  filesFolder: string;
  /** The key that signs upload tokens; by default a random key of this engine. */
  uploadKey?: string;
  /** Milliseconds since the epoch; the default is the system's clock. */
  clock?: () => number;
  /** The source of random bytes for seeds. Tests use a fixed one. */
  random?: (length: number) => Buffer;
  /** True leaves messages and log lines of failures out of what clients see. */
  redact?: boolean;
  log?: Logger;
  onRun?: (run: FinishedRun) => void;
  limits?: Partial<RunLimits>;
  /** The internal mutation of the app that stores audit lines of calls which stored nothing. */
  auditPath?: string | undefined;
};

const silentLog: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Applies the app's schema to the database and makes the app's functions callable. */
export function createEngine(options: EngineOptions): Engine {
  installEnvironment();
  options.database.applySchema(options.app.schema);
  return new RunningEngine(options);
}

class RunningEngine implements Engine {
  readonly database: Database;
  readonly files: FileStore;
  readonly #app: App;
  readonly #services: RunServices;
  readonly #jobs: Jobs;
  readonly #running = new Set<Promise<unknown>>();
  #isStopping = false;

  constructor({ app, database, environment, filesFolder, random, ...rest }: EngineOptions) {
    const log = rest.log ?? silentLog;
    const clock = rest.clock ?? (() => Date.now());
    const onError = (error: unknown) => log.error("file.not-removed", { error: String(error) });
    const lane = new Lane(rest.clock);
    const transact: HostServices["transact"] = (taker, work) =>
      transactIn({ lane, taker }, { database, clock }, work);
    this.#app = app;
    this.database = database;
    const { uploadKey = randomUUID() } = rest;
    this.files = new FileStore({
      ...{ folder: filesFolder, database, clock, uploadKey, onError },
      onNotStored: (error) => log.error("file.not-stored", { error: messageOf(error) }),
      transact: (work) => transact("files", work),
    });
    const host: HostServices = {
      app,
      environment,
      files: this.files,
      clock,
      transact,
      read: (work) => {
        const snapshot = database.snapshot();
        try {
          return work(snapshot.begin({ nowMs: clock() }));
        } finally {
          snapshot.close();
        }
      },
    };
    const { auditPath } = rest;
    const keeper =
      auditPath === undefined
        ? null
        : new AuditKeeper((entries) =>
            this.mutation({
              ...{ path: auditPath, args: { entries }, identity: null, caller: "internal" },
            }),
          );
    this.#services = {
      host,
      database,
      lane,
      limits: { ...defaultRunLimits, ...rest.limits },
      redact: rest.redact ?? false,
      log,
      onRun: rest.onRun ?? ignore,
      keepAudit: (lines) => keeper?.add(lines),
      ...createSeeds(random),
    };
    this.#jobs = new Jobs(jobRunner(this.#services));
  }

  get authProviders(): Engine["authProviders"] {
    return this.#app.authProviders;
  }

  query: Engine["query"] = (call, options) => this.#track(runQuery(this.#services, call, options));

  mutation: Engine["mutation"] = (call, options) =>
    this.#track(runMutation(this.#services, call, options));

  answered: Engine["answered"] = (call, request) =>
    this.#track(findAnswer(this.#services, call, request));

  // A stop does not wait for actions: an action may take minutes, and promises nothing when the host ends.
  action: Engine["action"] = (call) => runAction(this.#services, call);

  http: Engine["http"] = (request, options) => runHttpAction(this.#services, request, options);

  kindOf(path: string, caller: Call["caller"]): ReturnType<Engine["kindOf"]> {
    const search = findFunction(this.#app.functions, { path, kind: "any", caller });
    return "found" in search ? search.found.kind : null;
  }

  prepare: Engine["prepare"] = (call) => prepareQuery(this.#services, call);

  startJobs(): void {
    runOutside(() => this.#jobs.start());
    this.files.removeOrphans().catch((error: unknown) => {
      this.#services.log.error("file.clean-up-failed", { error: String(error) });
    });
  }

  get runningJobs(): number {
    return this.#jobs.running;
  }

  async stop(): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#jobs.stop();
    await this.#services.lane.close();
    await Promise.allSettled(this.#running);
    this.files.close();
    this.database.close();
  }

  #track<Result>(run: Promise<Result>): Promise<Result> {
    this.#running.add(run);
    const done = () => this.#running.delete(run);
    run.then(done, done);
    return run;
  }
}

async function transactIn<Result>(
  { lane, taker }: { lane: Lane; taker: string },
  { database, clock }: { database: Database; clock: () => number },
  work: (tx: WriteTransaction) => Result | Promise<Result>,
): Promise<Result> {
  const { result, onDisk } = await lane.run(taker, async () => {
    const tx = database.begin({ nowMs: clock() });
    let done: { result: Result } | null = null;
    try {
      done = { result: await work(tx) };
    } finally {
      if (done === null) database.rollback(tx);
    }
    return { ...done, onDisk: database.commit(tx) };
  });
  await onDisk;
  return result;
}

function ignore(): void {}
