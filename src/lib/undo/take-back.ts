import type { ConvexReactClient } from "convex/react";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { connection } from "../connection/connection.ts";
import { type ErrorCode, errorCode, showError } from "../errors.ts";
import { formatCount } from "../format.ts";
import { outbox } from "../outbox/outbox.ts";
import { toastStore } from "../toast-store.ts";
import type { Target } from "./recent-act.ts";

/** The longest wait in ms for changes that are on their way to the server. */
const PATIENCE_MS = 5000;

interface Told {
  /** The act in words; without it the notice names no act. */
  words?: string;
  /** True when the act is itself an undo. */
  isUndo?: boolean;
  /**
   * Takes the title of a whole success where a list shows it; a notice would cover the buttons of the list. False when
   * the list is closed by then.
   */
  tell?: (title: string) => boolean;
}

type Undone = { undone: number; kept: number; redo: Target | null };

/**
 * The result of an undo: "done", also of a part; "in vain" where another try cannot have an effect; "failed" where it
 * can.
 */
export type Outcome = "done" | "in vain" | "failed";

/** Undoes an act of the person, and shows the result. Never rejects. */
export async function takeBack(
  convex: ConvexReactClient,
  target: Target,
  { words, isUndo = false, tell }: Told = {},
): Promise<Outcome> {
  try {
    const { undone, kept, redo } = await send(convex, target);
    if (undone === 0) {
      toastStore.show({ title: "Kept as it is", description: keptWords(words) });
      return "in vain";
    }
    const title = isUndo ? "Done again" : "Undone";
    if (kept === 0 && tell?.(title) === true) return "done";
    toastStore.show({
      title,
      // The words of an undo say the opposite of what is done again.
      description: kept > 0 ? partlyWords(undone, kept) : isUndo ? undefined : words,
      undoWord: isUndo ? undefined : "Redo",
      ...(redo !== null && { undo: () => void takeBack(convex, redo, { isUndo: !isUndo }) }),
    });
    return "done";
  } catch (error) {
    const code = errorCode(error);
    const final = code === null ? undefined : finalWords[code];
    showError(error, final ?? failureWords(error));
    return final === undefined ? "failed" : "in vain";
  }
}

/**
 * Resolves with false, and shows why, when an undo cannot be sent: without a connection, and while a newer change is on
 * its way to the server.
 */
export async function canTakeBack(): Promise<boolean> {
  if (connection.snapshot().state !== "live") {
    toastStore.show({
      title: "You are offline",
      description: "Undo needs a connection. Nothing was undone.",
      variant: "destructive",
    });
    return false;
  }
  if (await nothingOnItsWay()) return true;
  toastStore.show({
    title: "Nothing was undone",
    description: "A change is still on its way. Try again in a moment.",
  });
  return false;
}

async function send(convex: ConvexReactClient, target: Target): Promise<Undone> {
  if ("eventId" in target) {
    const { eventId, ...told } = await convex.mutation(api.undo.event, target);
    return { ...told, redo: eventId === null ? null : { eventId } };
  }
  const { pending, batchId, ...told } = await convex.mutation(api.undo.batch, target);
  const whole = pending === null ? told : await lastStep(convex, pending);
  return { ...whole, redo: batchId === null ? null : { batchId } };
}

/** The result of an undo that runs in steps. */
async function lastStep(convex: ConvexReactClient, runId: Id<"undoRuns">) {
  const watch = convex.watchQuery(api.undo.progress, { runId });
  return await new Promise<{ undone: number; kept: number }>((resolve, reject) => {
    const look = () => {
      const run = watch.localQueryResult();
      if (run === undefined || run.status === "running") return;
      stop();
      if (run.status === "done") resolve(run);
      else reject(new UnfinishedError());
    };
    const stop = watch.onUpdate(() => {
      try {
        look();
      } catch (error) {
        stop();
        reject(error instanceof Error ? error : new UnfinishedError());
      }
    });
  });
}

/** The words for refusals that a second try gets again. */
const finalWords: Partial<Record<ErrorCode, string>> = {
  conflict: "This was undone already, is still under way, or cannot be undone.",
  not_found: "This cannot be found any more. Nothing was undone.",
  forbidden: "You don't have permission to undo this.",
};

class UnfinishedError extends Error {}

function failureWords(error: unknown): string {
  return error instanceof UnfinishedError
    ? "Not all of it was undone. Undo it again for the rest."
    : "Nothing was undone. Try again in a moment.";
}

function keptWords(words: string | undefined): string {
  const reason = "It was changed since. Nothing was undone.";
  return words === undefined ? reason : `${words}: ${reason}`;
}

function partlyWords(undone: number, kept: number): string {
  return `${formatCount(undone, "change")} undone. ${formatCount(kept, "record")} changed since ${kept === 1 ? "stays as it is" : "stay as they are"}.`;
}

async function nothingOnItsWay(): Promise<boolean> {
  const isClear = () => outbox.snapshot().operations.every(({ state }) => state === "refused");
  if (isClear()) return true;
  return await new Promise((resolve) => {
    const end = (isIt: boolean) => {
      stop();
      clearTimeout(timer);
      resolve(isIt);
    };
    const timer = setTimeout(() => end(false), PATIENCE_MS);
    const stop = outbox.subscribe(() => isClear() && end(true));
  });
}
