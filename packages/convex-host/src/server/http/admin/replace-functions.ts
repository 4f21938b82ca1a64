import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../../log.ts";
import { isRefusedByDisk, notStored } from "../../../storage/not-stored.ts";
import { ThreadFailure } from "../../keeper/pending-calls.ts";
import type { ThreadChange } from "../../keeper/thread-keeper.ts";
import type { HttpServices } from "../exchange.ts";
import { HttpError } from "../respond.ts";

/** The refusal of a change with which the functions do not load: its code, and what is said before the reason. */
type Refused = { code: string; before: string; note?: (error: unknown) => void };

/** The bytes that a start writes at least: the log of the database and its index. */
const bytesOfStart = 64 * 1024;

/**
 * Starts the functions again with a change. When they do not load, nothing is changed, and the refusal has status 400.
 * A disk that refuses what the start has to write gets the status and the code of a change that it refuses.
 */
export async function replaceFunctions(
  services: HttpServices,
  change: ThreadChange,
  { code, before, note }: Refused,
): Promise<void> {
  await requireTakingDisk(services);
  try {
    await services.thread.replace(change);
  } catch (error) {
    note?.(error);
    if (error instanceof ThreadFailure && error.code === "NotStored") throw refusedByDisk();
    throw new HttpError(400, code, `${before} ${messageOf(error)}`);
  }
}

/**
 * Throws when the disk takes nothing. The running functions end before the next ones start. On such a disk neither
 * these nor the earlier ones would start, and people could not even read.
 */
async function requireTakingDisk({ thread }: HttpServices): Promise<void> {
  const probe = join(thread.info.temporaryFolder, randomUUID());
  try {
    await writeFile(probe, new Uint8Array(bytesOfStart), { flush: true });
  } catch (error) {
    throw isRefusedByDisk(error) ? refusedByDisk() : error;
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

function refusedByDisk(): HttpError {
  const { code, message } = notStored("changes");
  return new HttpError(503, code, message);
}
