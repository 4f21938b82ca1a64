import { canonicalPath } from "../../wire/function-path.ts";
import type { JobRunner, RunOnce } from "../jobs/job-runner-door.ts";
import { fullText, HostFault } from "./errors.ts";
import { report } from "./report.ts";
import { executeAction } from "./run-action.ts";
import { kindsOfWork } from "./turns.ts";
import { executeMutation } from "./run-mutation.ts";
import { originate, type RunServices } from "./services.ts";

/** Runs scheduled functions and crons, without a caller's identity. */
export function jobRunner(services: RunServices): JobRunner {
  const { host, database, limits, log } = services;
  const originated = (path: string, args: JobCall["args"], jobId: string | null) =>
    originate(services, { path, args, caller: "internal", identity: null }, jobId);
  return {
    database,
    log,
    suspectWaitMs: limits.suspectWaitMs,
    clock: () => host.clock(),
    transact: (work) => host.transact(kindsOfWork.jobs, work),
    crons: host.app.crons,
    kindOf: (path) => host.app.functions.get(canonicalPath(path))?.kind ?? null,
    async runMutation({ path, args, jobId, ...options }) {
      const call = originated(path, args, jobId);
      const settled = await executeMutation(services, call, options);
      report(services, call, settled);
      return settled.ok ? { ok: true } : failed(settled.error);
    },
    claim: (run) => claim(services, run),
    async runAction({ path, args, jobId }) {
      const call = originated(path, args, jobId);
      const settled = await executeAction(services, call);
      report(services, call, settled);
      return settled.ok ? { ok: true } : failed(settled.error);
    },
  };
}

async function claim({ lane, database, host }: RunServices, run: RunOnce): Promise<boolean> {
  const { onDisk } = await lane.run(kindsOfWork.jobs, async () => {
    const tx = database.begin({ nowMs: host.clock() });
    if (tx.findRequest(run.sessionId, run.requestId) !== null) {
      database.rollback(tx);
      return { onDisk: null };
    }
    const record = { ...run, caller: "", result: "null", logLines: [] };
    return { onDisk: database.commit(tx, record) };
  });
  if (onDisk === null) return false;
  await onDisk;
  return true;
}

type JobCall = Parameters<JobRunner["runAction"]>[0];

function failed(error: unknown) {
  return { ok: false as const, message: fullText(error), isHostFault: error instanceof HostFault };
}
