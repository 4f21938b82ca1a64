import { createContext, type KeyboardEvent, type PointerEvent } from "react";
import { flushSync } from "react-dom";
import { createStore } from "../../lib/store.ts";
import { toast } from "../ui/toast.ts";

/** The look of a row while rows move. */
export interface RowLook {
  transform: string | undefined;
  transition: string | undefined;
  isDragging: boolean;
}

const AT_REST: RowLook = { transform: undefined, transition: undefined, isDragging: false };

type SetElement = (element: HTMLElement | null) => void;

/** The event handlers of a handle, by the code that moves rows. */
export interface HandleActs {
  onPointerDown?: (event: PointerEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** A press on a handle that waits for the code that moves rows. */
interface Waiting {
  pass: () => void;
  /** Removes the listeners for the end of the press. */
  stop: () => void;
}

/** One row of a sortable list. It is in the page before the code that moves it. */
export class SortableRow {
  readonly id: string;
  readonly list: SortableRows;
  readonly look = createStore(AT_REST);
  #acts: HandleActs | undefined;
  #code: { setRow: SetElement; setHandle: SetElement } | undefined;
  #row: HTMLElement | null = null;
  #handle: HTMLElement | null = null;

  constructor(id: string, list: SortableRows) {
    this.id = id;
    this.list = list;
  }

  readonly setRow: SetElement = (element) => {
    this.#row = element;
    this.#code?.setRow(element);
  };

  readonly setHandle: SetElement = (element) => {
    this.#handle = element;
    this.#code?.setHandle(element);
  };

  /** Gives the elements of the row to the code that moves it. Returns a function that ends that. */
  connect(code: { setRow: SetElement; setHandle: SetElement }): () => void {
    this.#code = code;
    code.setRow(this.#row);
    code.setHandle(this.#handle);
    return () => {
      this.#code = undefined;
      this.update(undefined, AT_REST);
    };
  }

  /** Changes the acts of the handle and the look of the row. An equal look renders nothing. */
  update(acts: HandleActs | undefined, next: RowLook): void {
    this.#acts = acts;
    const { transform, transition, isDragging } = this.look.snapshot();
    if (
      transform !== next.transform ||
      transition !== next.transition ||
      isDragging !== next.isDragging
    )
      this.look.set(next);
  }

  /** Renders the code that moves the rows. A focused handle has it before its first press. */
  readonly use = (): void => this.list.use();

  readonly pressPointer = (event: PointerEvent): void => {
    this.list.use();
    if (this.#acts) this.#acts.onPointerDown?.(event);
    else if (event.button === 0)
      this.list.wait(() => this.#acts?.onPointerDown?.(event), ["pointerup", "pointercancel"]);
  };

  readonly pressKey = (event: KeyboardEvent): void => {
    if (event.code !== "Space" && event.code !== "Enter" && !this.#acts) return;
    this.list.use();
    if (this.#acts) this.#acts.onKeyDown?.(event);
    else this.list.wait(() => this.#acts?.onKeyDown?.(event), ["focusout"]);
  };
}

/** The rows of a sortable list, and whether somebody has used a handle of them. */
export class SortableRows {
  readonly isUsed = createStore(false);
  #rows = new Map<string, SortableRow>();
  #waiting: Waiting | undefined;

  /** The row with this id. */
  of(id: string): SortableRow {
    const row = this.#rows.get(id) ?? new SortableRow(id, this);
    this.#rows.set(id, row);
    return row;
  }

  /** Renders the code that moves rows, at once if it is loaded. */
  readonly use = (): void => {
    if (!this.isUsed.snapshot()) flushSync(() => this.isUsed.set(true));
  };

  /** Keeps a press until the code has come. A press that ends before moves nothing, which a notification says. */
  wait(pass: () => void, ends: readonly string[]): void {
    this.#waiting?.stop();
    const end = () => {
      this.#take();
      toast({
        title: "Nothing was moved",
        description: "Moving is still loading. Try again in a moment.",
      });
    };
    for (const kind of ends) window.addEventListener(kind, end);
    const stop = () => {
      for (const kind of ends) window.removeEventListener(kind, end);
    };
    this.#waiting = { pass, stop };
  }

  /** Passes on a press that waited for the code. */
  catchUp(): void {
    this.#take()?.pass();
  }

  #take(): Waiting | undefined {
    const waiting = this.#waiting;
    waiting?.stop();
    this.#waiting = undefined;
    return waiting;
  }
}

/** The rows of the list around a row. */
export const RowsContext = createContext<{ rows: SortableRows; instructionsId: string } | null>(
  null,
);
