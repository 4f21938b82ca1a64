import { showError } from "../errors.ts";
import { outbox } from "./outbox.ts";
import type { Kinds } from "./operations/table.ts";

/**
 * The messages for an operation: after the server has it, when it waits for a connection, and when the server refuses
 * it.
 */
export interface Told {
  confirmed?: (id: string) => void;
  waiting?: (id: string) => void;
  failure?: string;
}

/** Does an operation and shows its result: no message says "saved" before the server has answered. */
export async function doAndTell<Kind extends keyof Kinds>(
  kind: Kind,
  args: Kinds[Kind],
  told: Told = {},
): Promise<void> {
  try {
    const id = await outbox.do(kind, args);
    const end = await outbox.answered(id);
    if (end === "confirmed") told.confirmed?.(id);
    if (end === "waiting") told.waiting?.(id);
  } catch (error) {
    showError(error, told.failure);
  }
}

/**
 * Withdraws an operation. If the server may already have it, further operations reverse it, one after the other.
 */
export async function undo<Kind extends keyof Kinds>(
  id: string,
  kind: Kind,
  steps: readonly Kinds[Kind][],
): Promise<void> {
  if (await outbox.takeBack(id)) return;
  for (const args of steps) await doAndTell(kind, args);
}
