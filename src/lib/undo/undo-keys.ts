import type { ConvexReactClient } from "convex/react";
import { api } from "../../../convex/_generated/api.js";
import { showError } from "../errors.ts";
import { toastStore } from "../toast-store.ts";
import { actTitle, keyOf, type RecentAct, redoable, targetOf, undoable } from "./recent-act.ts";
import { canTakeBack, takeBack } from "./take-back.ts";
import { visitBegan } from "./visit-began.ts";

/** The number of recent acts that are searched for one to undo. */
const MOST_ACTS = 50;
const keysByClient = new WeakMap<ConvexReactClient, UndoKeys>();

/** The undo keys of this window, which remember their attempts. */
export function undoKeysOf(convex: ConvexReactClient): UndoKeys {
  const keys = keysByClient.get(convex) ?? new UndoKeys(convex);
  keysByClient.set(convex, keys);
  return keys;
}

/** The undo and redo by keys: the newest acts of this visit, one after the other. */
class UndoKeys {
  readonly #convex: ConvexReactClient;
  readonly #since = visitBegan();
  /** The keys of acts whose undo had no effect and cannot have one: the keys skip them. */
  readonly #inVain = new Set<string>();
  /** The last press. Presses run one after the other, because each must see the result of the previous one. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(convex: ConvexReactClient) {
    this.#convex = convex;
  }

  undo(): void {
    this.#next(async () => {
      const act = undoable(await this.#acts(), { since: this.#since, inVain: this.#inVain });
      if (act === null) tellNothing("Nothing to undo in this visit");
      else await this.#takeBack(act);
    });
  }

  redo(): void {
    this.#next(async () => {
      const act = redoable(await this.#acts(), this.#since);
      if (act === null) tellNothing("Nothing to do again in this visit");
      else await this.#takeBack(act);
    });
  }

  #next(press: () => Promise<void>): void {
    this.#last = this.#last
      .then(async () => {
        if (await canTakeBack()) await press();
      })
      .catch((error: unknown) => showError(error, "Nothing was undone. Try again in a moment."));
  }

  async #acts(): Promise<readonly RecentAct[]> {
    return (await this.#convex.query(api.undo.recent, { limit: MOST_ACTS })).page;
  }

  async #takeBack(act: RecentAct): Promise<void> {
    const told = { words: actTitle(act), isUndo: act.isUndo };
    const outcome = await takeBack(this.#convex, targetOf(act), told);
    if (outcome === "in vain") this.#inVain.add(keyOf(act));
  }
}

function tellNothing(title: string): void {
  toastStore.show({ title, description: "Recent Changes has what you did before." });
}
