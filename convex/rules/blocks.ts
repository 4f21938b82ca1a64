import { AppError } from "../lib/errors.ts";
import type { BlockedReason } from "./labels.ts";

/** The fields of a task or a unit that decide about its block. */
export type BlockState = { status: string; blockedReason?: BlockedReason | null | undefined };

/** The sent fields that a block depends on; `status` also has a status that follows from the other sent fields. */
export type SentBlock = {
  status?: string | undefined;
  blockedReason?: BlockedReason | null | undefined;
  blockedNote?: string | null | undefined;
};

/** The fields of a new block. */
type NewBlock<Person> = {
  blockedReason: BlockedReason;
  blockedNote: string | null;
  blockedAt: number;
  blockedBy: Person;
};

/** The fields of a block that a change sets; null clears a field. */
type BlockChange<Person> = { [Field in keyof NewBlock<Person>]?: NewBlock<Person>[Field] | null };

/** The fields without a block. */
export const noBlock = {
  blockedReason: null,
  blockedNote: null,
  blockedAt: null,
  blockedBy: null,
} as const;

/**
 * The fields of a block that a change of a task or a unit sets. Completing the record unblocks it, and another reason
 * begins a new block. Throws "invalid" when the sent fields contradict each other.
 */
export function blockTransition<Person>(
  noun: "task" | "unit",
  { record, sent, at, by }: { record: BlockState; sent: SentBlock; at: number; by: Person },
): BlockChange<Person> {
  const isCompleted = (sent.status ?? record.status) === "completed";
  if (isCompleted && sent.blockedReason)
    throw refusal("blockedReason", `A completed ${noun} cannot be blocked`);
  const before = record.blockedReason ?? null;
  const wished = sent.blockedReason === undefined ? before : sent.blockedReason;
  const reason = isCompleted ? null : wished;
  if (reason === null) {
    if (sent.blockedNote)
      throw refusal("blockedNote", `A note needs a reason for which the ${noun} is blocked`);
    return before === null ? {} : noBlock;
  }
  const { blockedNote } = sent;
  if (reason === before) return blockedNote === undefined ? {} : { blockedNote };
  return { blockedReason: reason, blockedNote: blockedNote ?? null, blockedAt: at, blockedBy: by };
}

/** True for a valid combination of fields: a completed record is not blocked, and only a blocked record has a note. */
export function isBlockInOrder({
  status,
  blockedReason,
  blockedNote,
}: BlockState & { blockedNote?: string | null | undefined }): boolean {
  const isBlocked = blockedReason != null;
  return isBlocked ? status !== "completed" : blockedNote == null;
}

function refusal(path: string, message: string): AppError {
  return new AppError("invalid", message, [{ path, message }]);
}
