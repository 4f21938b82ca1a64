import { createHmac, randomBytes } from "node:crypto";
import type { Logger } from "../../log.ts";
import { newRequestId } from "../../wire/request-id.ts";
import type { JsonObject } from "../../values/json.ts";
import type { HostServices } from "../syscalls/callers.ts";
import type { Origin } from "./execution.ts";
import type { Lane } from "./lane.ts";
import type { RunLimits } from "./run-limits.ts";
import { LogLines } from "./log-lines.ts";
import type { Call, FinishedRun } from "./calls.ts";
import { AuditLines } from "./audit-lines.ts";
import type { Database } from "../../database/database.ts";

/** The services behind every run: the app and its database, the lane of the mutations, limits and style. */
export type RunServices = {
  host: HostServices;
  database: Database;
  lane: Lane;
  limits: RunLimits;
  /** True leaves messages and log lines out of what callers see. */
  redact: boolean;
  log: Logger;
  /** Called after every run. */
  onRun: (run: FinishedRun) => void;
  /** Takes the audit lines of calls that stored nothing. */
  keepAudit: (lines: readonly JsonObject[]) => void;
  /** The seed of one query run. A second run at the same time gives the same text. */
  seedFor: (...parts: string[]) => Buffer;
  /** A seed that cannot be guessed. */
  freshSeed: () => Buffer;
};

/** A call with all that its execution passes on to the functions it calls. */
export type OriginatedCall = Omit<Call, "identity" | "request"> & { origin: Origin };

/** The end of a function, with the error as it was thrown. */
export type Settled = { ok: true; value: string } | { ok: false; error: unknown };

/** Returns how a promise ended instead of throwing. */
export async function settle(work: Promise<string>): Promise<Settled> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    return { ok: false, error };
  }
}

/** Two seed functions from one source of random bytes. */
export function createSeeds(
  random: (length: number) => Buffer = randomBytes,
): Pick<RunServices, "seedFor" | "freshSeed"> {
  const secret = random(32);
  return {
    seedFor: (...parts) => createHmac("sha256", secret).update(parts.join("\n")).digest(),
    freshSeed: () => random(32),
  };
}

/** Gives a call its origin: a request id when it came without one, and empty log lines. */
export function originate(
  services: RunServices,
  { identity, request, ...call }: Call,
  jobId: string | null = null,
): OriginatedCall {
  const requestId = request?.requestId ?? newRequestId();
  return {
    ...call,
    origin: {
      identity,
      request: request ?? { requestId, ip: null, userAgent: null },
      jobId,
      logs: new LogLines(services.limits),
      audit: new AuditLines(),
      startedMs: services.host.clock(),
    },
  };
}

/** Returns true when messages and log lines are left out of the answer to this call. */
export function redactsFor({ redact }: RunServices, call: Pick<Call, "isForOperator">): boolean {
  return redact && call.isForOperator !== true;
}
