/** A message about the body of a numbered HTTP action, in either direction. */
export type BodyMessage =
  | { type: "body"; call: number; chunk: Uint8Array }
  | { type: "body-end"; call: number }
  | { type: "body-credit"; call: number }
  | { type: "body-abort"; call: number };

/** The pieces that may be sent before the receiver has asked for more. */
const initialCredits = 8;

type Post = (message: BodyMessage, transfer?: ArrayBuffer[]) => void;

/** The sending end of one body between the threads: sends a piece only against a credit of the receiver. */
export class OutgoingBody {
  readonly #call: number;
  readonly #post: Post;
  #credits = initialCredits;
  #isAborted = false;
  #wake: (() => void) | null = null;

  constructor(call: number, post: Post) {
    this.#call = call;
    this.#post = post;
  }

  /** Sends all pieces and the end. Rejects, and tells the receiver, when the source fails. */
  async pump(source: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const piece of source) {
        while (this.#credits === 0 && !this.#isAborted)
          await new Promise<void>((resolve) => (this.#wake = resolve));
        if (this.#isAborted) return;
        this.#credits -= 1;
        // The piece may be a view into a pool of the runtime, so a copy of it is transferred.
        const chunk = new Uint8Array(piece);
        this.#post({ type: "body", call: this.#call, chunk }, [chunk.buffer]);
      }
      if (!this.#isAborted) this.#post({ type: "body-end", call: this.#call });
    } catch (error) {
      if (!this.#isAborted) this.#post({ type: "body-abort", call: this.#call });
      throw error;
    }
  }

  /** Adds a credit: the receiver took one piece. */
  credit(): void {
    this.#credits += 1;
    this.#wakeUp();
  }

  /** Stops sending: the receiver wants no more. */
  abort(): void {
    this.#isAborted = true;
    this.#wakeUp();
  }

  #wakeUp(): void {
    this.#wake?.();
    this.#wake = null;
  }
}

/** The receiving end of one body between the threads: grants a credit for each piece its reader took. */
export class IncomingBody {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #queue: Uint8Array[] = [];
  #deliver: (() => void) | null = null;
  #end: "open" | "closed" | Error = "open";

  constructor(options: { grant: () => void; onCancel: () => void }) {
    this.stream = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          if (this.#queue.length === 0 && this.#end === "open")
            await new Promise<void>((resolve) => (this.#deliver = resolve));
          const chunk = this.#queue.shift();
          if (chunk !== undefined) {
            controller.enqueue(chunk);
            options.grant();
          } else if (this.#end === "closed") controller.close();
          else controller.error(this.#end);
        },
        cancel: () => {
          this.#end = "closed";
          options.onCancel();
        },
      },
      { highWaterMark: 0 },
    );
  }

  push(chunk: Uint8Array): void {
    if (this.#end !== "open") return;
    this.#queue.push(chunk);
    this.#wakeUp();
  }

  end(): void {
    if (this.#end === "open") this.#end = "closed";
    this.#wakeUp();
  }

  fail(error: Error): void {
    if (this.#end === "open") this.#end = error;
    this.#wakeUp();
  }

  #wakeUp(): void {
    this.#deliver?.();
    this.#deliver = null;
  }
}

/** The pieces of a web stream; `cancel` ends them even while the next one is awaited. */
export function piecesOf(stream: ReadableStream<Uint8Array>): {
  pieces: AsyncIterable<Uint8Array>;
  cancel: () => void;
} {
  const reader = stream.getReader();
  async function* read() {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  }
  return { pieces: read(), cancel: () => void reader.cancel().catch(() => undefined) };
}
