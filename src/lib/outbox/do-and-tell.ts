import { showError } from "../errors.ts";
import { outbox } from "./outbox.ts";
import type { Kinds } from "./operations/table.ts";

/** The notices of an operation: once the server has it, when it waits for a line instead, and when the server refuses. */
export interface Told {
  confirmed?: (id: string) => void;
  waiting?: (id: string) => void;
  failure?: string;
}

/** Does something and tells how it ends: nothing says saved before the server has answered. */
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

/** Takes an operation back; what the server may have is changed by another one instead. */
export async function undo<Kind extends keyof Kinds>(
  id: string,
  kind: Kind,
  args: Kinds[Kind],
): Promise<void> {
  if (!(await outbox.takeBack(id))) await doAndTell(kind, args);
}
