import { transactionLimits } from "../../values/value-limits.ts";

export type MetricName =
  | "bytesRead"
  | "bytesWritten"
  | "databaseQueries"
  | "documentsRead"
  | "documentsWritten"
  | "functionsScheduled"
  | "scheduledFunctionArgsBytes";

const hint =
  "Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective index range expressions.";

/** An execution exceeds a limit of its transaction. Paginated queries end their page there instead of failing. */
export class LimitError extends Error {
  override readonly name = "LimitError";
}

const writeMetrics = [
  "bytesWritten",
  "documentsWritten",
  "functionsScheduled",
  "scheduledFunctionArgsBytes",
] as const satisfies readonly MetricName[];

/** Counts what one execution uses against the official limits. Throws a `LimitError` with the official text. */
export class Usage {
  readonly #used: Record<MetricName, number> = {
    bytesRead: 0,
    bytesWritten: 0,
    databaseQueries: 0,
    documentsRead: 0,
    documentsWritten: 0,
    functionsScheduled: 0,
    scheduledFunctionArgsBytes: 0,
  };
  /** The write counts at the start of each open sub-transaction, outermost first. */
  readonly #writesBefore: number[][] = [];

  query(): void {
    this.#add(
      "databaseQueries",
      1,
      (limit) => `Too many reads in a single function execution (limit: ${limit}). ${hint}`,
    );
  }

  read(bytes: number): void {
    this.#add(
      "documentsRead",
      1,
      (limit) =>
        `Too many documents read in a single function execution (limit: ${limit}). ${hint}`,
    );
    this.#add(
      "bytesRead",
      bytes,
      (limit) =>
        `Too many bytes read in a single function execution (limit: ${limit} bytes). ${hint}`,
    );
  }

  write(bytes: number): void {
    this.#add(
      "documentsWritten",
      1,
      (limit) => `Too many writes in a single function execution (limit: ${limit})`,
    );
    this.#add(
      "bytesWritten",
      bytes,
      (limit) => `Too many bytes written in a single function execution (limit: ${limit} bytes)`,
    );
  }

  schedule(argsBytes: number): void {
    this.#add(
      "functionsScheduled",
      1,
      (limit) => `Too many functions scheduled by this mutation (limit: ${limit})`,
    );
    this.#add(
      "scheduledFunctionArgsBytes",
      argsBytes,
      (limit) =>
        `Too large total size of the arguments of scheduled functions from this mutation (limit: ${limit} bytes)`,
    );
  }

  enterNested(): void {
    this.#writesBefore.push(writeMetrics.map((name) => this.#used[name]));
  }

  /** Ends a sub-transaction. A discarded one gives its writes back; its reads still count. */
  leaveNested(outcome: "keep" | "discard"): void {
    const before = this.#writesBefore.pop();
    if (outcome === "keep" || before === undefined) return;
    for (const [at, name] of writeMetrics.entries()) this.#used[name] = before[at] ?? 0;
  }

  metrics(): Record<MetricName, { used: number; remaining: number }> {
    const entries = Object.entries(this.#used).map(([name, used]) => {
      const remaining = Math.max(0, transactionLimits[name as MetricName] - used);
      return [name, { used, remaining }] as const;
    });
    return Object.fromEntries(entries) as Record<MetricName, { used: number; remaining: number }>;
  }

  #add(name: MetricName, amount: number, message: (limit: number) => string): void {
    this.#used[name] += amount;
    const limit = transactionLimits[name];
    if (this.#used[name] > limit) throw new LimitError(message(limit));
  }
}
