import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";
import { type BlockState, blockTransition, type SentBlock } from "../../../convex/rules/blocks.ts";
import { fullName } from "../format.ts";

type Task = FunctionReturnType<typeof api.tasks.list>[number];
type Viewer = NonNullable<FunctionReturnType<typeof api.users.viewer>>;

/** The block of a task or a unit, as the server answers it. */
export type Block = Pick<
  Task,
  "blockedReason" | "blockedNote" | "blockedAt" | "blockedBy" | "blockedByName"
>;

/** The person who makes a change. */
export type Editor = Pick<Viewer, "id" | "firstName" | "lastName" | "email">;

/** The block after a change, computed by the server's rules. */
export function blockAfter(
  noun: "task" | "unit",
  {
    record,
    sent,
    act: { now, by },
  }: { record: BlockState & Block; sent: SentBlock; act: { now: number; by?: Editor | undefined } },
): Block {
  const { blockedReason, blockedNote, blockedAt, blockedBy, blockedByName } = record;
  const block = { blockedReason, blockedNote, blockedAt, blockedBy, blockedByName };
  const sets = blockTransition(noun, { record, sent, at: now, by: by?.id ?? null });
  if (sets.blockedReason === undefined) {
    return sets.blockedNote === undefined ? block : { ...block, blockedNote: sets.blockedNote };
  }
  const { blockedReason: reason, blockedNote: note = null } = sets;
  if (reason === null) {
    const none = { blockedReason: null, blockedNote: null, blockedAt: null };
    return { ...none, blockedBy: null, blockedByName: null };
  }
  return {
    ...{ blockedReason: reason, blockedNote: note, blockedAt: new Date(now).toISOString() },
    ...{ blockedBy: by?.id ?? null, blockedByName: by ? fullName(by) : null },
  };
}
