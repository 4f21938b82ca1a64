/** Several messages in one, because each message wakes the other thread. */
export type Batch<Message> = { type: "batch"; messages: Message[] };

/** Gathers messages to the other thread until `later` calls back, and sends them as one. */
export class MessageBatch<Message> {
  readonly #send: (message: Message | Batch<Message>) => void;
  readonly #later: (work: () => void) => void;
  #messages: Message[] = [];

  constructor(
    send: (message: Message | Batch<Message>) => void,
    later: (work: () => void) => void,
  ) {
    this.#send = send;
    this.#later = later;
  }

  add(message: Message): void {
    if (this.#messages.length === 0) this.#later(() => this.flush());
    this.#messages.push(message);
  }

  /** Sends the collected messages. For use before a message that must not overtake them. */
  flush(): void {
    const messages = this.#messages;
    const [first, ...others] = messages;
    if (first === undefined) return;
    this.#messages = [];
    this.#send(others.length === 0 ? first : { type: "batch", messages });
  }
}
