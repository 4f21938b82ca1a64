import type { Channel } from "../device/channel.ts";
import { handedOver } from "../typed/handed-over.ts";
import type { Message } from "./channel.ts";
import type { Database, Work } from "./database.ts";
import { Display, type Screen } from "./display.ts";
import type { Line, Locks } from "./line.ts";
import { newOperation } from "./new-operation.ts";
import {
  isWithoutText,
  type Doing,
  type Files,
  makerOf,
  type NewOperation,
  type Operation,
  type Shown,
} from "./operation.ts";
import { type Answered, type Outcome, Outcomes, type Waiter } from "./outcomes.ts";
import * as Queue from "./queue.ts";
import { Sender } from "./sender.ts";
import { untilOffline } from "./until-offline.ts";
import { Unkept } from "./unkept.ts";
import { errorOf, reasonOf } from "./verdict.ts";

/** The dependencies of an outbox. */
export interface Surroundings extends Screen {
  database: Database;
  channel: Channel<Message>;
  locks: Locks | undefined;
  line: Line;
  shown: () => Shown;
  /** Reports a refusal that no caller was waiting for. */
  refusedLater: (operation: Operation) => void;
  signedOut: () => void;
}

/**
 * The operations of one person in one tab, stored in a database that all tabs share. It owns what this tab shows of
 * them and the callers that wait for them here; its sender owns the sending.
 */
export class Outbox {
  readonly #around: Surroundings;
  readonly #sender: Sender;
  readonly #outcomes = new Outcomes();
  readonly #display: Display;
  readonly #unkept: Unkept;
  readonly #awaited = new Set<string>();
  /** A promise for each new operation. It resolves in the next task, when the caller has had time to start waiting. */
  readonly #fresh = new Map<string, Promise<void>>();

  constructor(around: Surroundings) {
    this.#around = around;
    const { database, line, table, person, signedOut } = around;
    this.#display = new Display(around, (id) => this.#outcomes.settle(id, "discarded"));
    this.#unkept = new Unkept({ ...around, display: this.#display, outcomes: this.#outcomes });
    this.#sender = new Sender(
      {
        ...{ database, signedOut, operations: () => this.#display.all() },
        ...{ look: () => void this.#look(), isAwaited: (id: string) => this.#awaited.has(id) },
        change: (work) => this.#change(work),
        confirmed: (id, created) => this.#confirm(id, created),
        refused: (id, error) => this.#refuse(id, error),
      },
      { line, table, by: person.id },
    );
  }

  /** Shows the stored operations and starts to send. It leaves nothing open when it rejects. */
  async start(): Promise<void> {
    this.#around.channel.listen((message) => this.#hear(message));
    try {
      await this.refresh();
    } catch (error) {
      this.stop();
      throw error;
    }
    handedOver.note(this.#display.mine().flatMap(({ typed = [] }) => typed));
    // A tab that crashed right after it stored an operation has sent no message about it.
    if (this.#display.all().length > 0) this.#around.channel.post({ type: "changed" });
    void this.#sender.start(this.#around.locks);
  }

  stop(): void {
    this.#sender.stop();
    this.#around.hold(new Set());
    this.#around.channel.close();
  }

  /** Stores an operation. Resolves with its id once the device has it, or the server when the device cannot. */
  async do(kind: string, args: unknown, doing: Doing = {}): Promise<string> {
    const recordMadeBy = (id: string) => this.#display.recordOf(id);
    const work = async (act: { kind: string; args: unknown }, again?: string) => {
      const made = newOperation(this.#around, act, { doing, again, recordMadeBy });
      try {
        return await this.#keep(made, doing.files);
      } catch (error) {
        if (doing.files) throw error;
        return await this.#unkept.send(made, doing, error);
      }
    };
    return await this.#unkept.unanswered.once({ kind, args }, doing.from, work);
  }

  async #keep(made: NewOperation, files: Files | undefined): Promise<string> {
    void this.#outcomes.of(made.id);
    this.#fresh.set(made.id, this.#age(made.id));
    const added = files && { id: made.id, files };
    const endDrawing = this.#display.takeUnkept(made);
    const changing = this.#change(
      (all) => this.#sender.handOver(all, Queue.addition(all, made, this.#around.table)),
      { added, endDrawing },
    );
    // The operation is shown while the device is still writing it.
    this.#display.refresh();
    const { step } = await changing;
    if (step.id === null) {
      this.#forget(step.drop);
      this.#outcomes.settle(made.id, "confirmed");
    }
    return step.id ?? made.id;
  }

  /** The end of an operation of this tab; rejects when the server refuses it. */
  confirmed(id: string): Promise<Outcome> {
    return this.#outcomes.of(id);
  }

  /**
   * The outcome of an operation for a screen that shows a refusal itself. Without a connection it resolves with
   * "waiting". A refused operation is discarded when it has no typed text, or when the screen still holds the text.
   * Otherwise it stays in the list, as without a waiting screen, and the result is "kept".
   */
  async answered(id: string, { isHeld, keepsRefusal = false }: Waiter = {}): Promise<Answered> {
    this.#awaited.add(id);
    const [offline, endOffline] = untilOffline(this.#around.line);
    try {
      return await Promise.race([this.#outcomes.of(id), offline]);
    } catch (error) {
      if (keepsRefusal) throw error;
      const refused = this.#mineOf(id);
      if (refused && !(isHeld?.() ?? isWithoutText(refused, this.#around.table))) {
        this.#around.refusedLater(refused);
        return "kept";
      }
      // The server's refusal is reported even when the device cannot remove the operation.
      await this.discard(id).catch(() => undefined);
      throw error;
    } finally {
      this.#awaited.delete(id);
      endOffline();
    }
  }

  /** Withdraws an operation that was never sent, or was refused; false when the server may have it. */
  async takeBack(id: string): Promise<boolean> {
    return (await this.#remove((all) => Queue.takeBack(all, id))).drop.length > 0;
  }

  /** Removes an operation and those that depend on it. */
  async discard(id: string): Promise<void> {
    this.#sender.abort(id);
    await this.#remove((all) => Queue.discard(all, id));
  }

  /** Sends a refused operation again, and also at once those that wait after a failure. */
  async retry(id: string): Promise<void> {
    this.#outcomes.renew(id);
    this.#display.forgetRefusal(id);
    await this.#change((all) => Queue.another(all, id, this.#around.person));
    this.#around.channel.post({ type: "wake", id });
    this.#sender.wake();
  }

  /** Removes all operations of this person from the device. */
  async forget(): Promise<void> {
    this.#sender.stop();
    await this.#remove((all) => Queue.forgetting(all, this.#around.person));
  }

  /** The record that an operation of this visit has made, by its pending id. */
  recordOf(pending: string): string | undefined {
    return this.#display.recordOf(makerOf(pending) ?? "");
  }

  files(id: string): Promise<Files | null> {
    return this.#around.database.files(id);
  }

  /** Reads the changes that other tabs have made. */
  async refresh(): Promise<void> {
    this.#display.take(await this.#around.database.read());
    this.#sender.pump();
  }

  /** Reads them in the background. If the device does not answer now, the next change reads them. */
  async #look(): Promise<void> {
    await this.refresh().catch(() => undefined);
  }

  async #change<Taken extends Queue.Step>(
    work: Work<Taken>,
    extra: { added?: Parameters<Database["change"]>[1]; endDrawing?: () => void } = {},
  ): Promise<{ operations: readonly Operation[]; step: Taken }> {
    let changed: { operations: readonly Operation[]; step: Taken };
    try {
      changed = await this.#around.database.change(work, extra.added);
    } catch (error) {
      extra.endDrawing?.();
      this.#display.refresh();
      throw error;
    }
    extra.endDrawing?.();
    this.#display.set(changed.operations);
    const { put, drop } = changed.step;
    if (put.length > 0 || drop.length > 0) this.#around.channel.post({ type: "changed" });
    this.#sender.pump();
    return changed;
  }

  async #confirm(id: string, created: string | undefined): Promise<void> {
    // Hidden at once: the live answers have it now, and it would be shown twice.
    const left = this.#display.leave(id, created);
    this.#around.channel.post({ type: "confirmed", id, created });
    const { table } = this.#around;
    try {
      await this.#change((all) => Queue.confirmation(all, { id, created, table }));
      left();
    } finally {
      // The server has it, even when the device is too full to remove it.
      this.#outcomes.settle(id, "confirmed");
    }
  }

  /** Reports a refusal. The tabs remember it when the device cannot store it. */
  async #refuse(id: string, error: unknown): Promise<void> {
    const refusal = reasonOf(error);
    const { table } = this.#around;
    const writing = this.#remove((all) => Queue.refusal(all, { id, reason: refusal, table }));
    const isKept = (await writing.catch(() => null)) !== null;
    if (!isKept) this.#display.refuse(id, refusal);
    this.#around.channel.post({ type: "refused", id, refusal, isKept });
    await this.#tellRefusal(id, refusal);
  }

  async #tellRefusal(id: string, refusal: NonNullable<Operation["refusal"]>): Promise<void> {
    await this.#fresh.get(id);
    this.#outcomes.fail(id, errorOf(refusal));
    const refused = this.#mineOf(id);
    if (refused && !this.#awaited.has(id)) this.#around.refusedLater({ ...refused, refusal });
  }

  #mineOf(id: string): Operation | undefined {
    return this.#display.mine().find((each) => each.id === id);
  }

  async #age(id: string): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve));
    this.#fresh.delete(id);
  }

  async #remove(work: Work<Queue.Step>): Promise<Queue.Step> {
    const { step } = await this.#change(work);
    this.#forget(step.drop);
    return step;
  }

  #forget(operations: readonly Operation[]): void {
    for (const { id } of operations) {
      this.#around.channel.post({ type: "discarded", id });
      this.#outcomes.settle(id, "discarded");
    }
  }

  #hear(message: Message): void {
    switch (message.type) {
      case "changed":
        void this.#look();
        break;
      case "wake":
        this.#display.forgetRefusal(message.id);
        void this.#look();
        this.#sender.wake();
        break;
      case "confirmed":
        this.#display.knowRecord(message.id, message.created);
        this.#outcomes.settle(message.id, "confirmed");
        break;
      case "refused":
        if (!message.isKept) this.#display.refuse(message.id, message.refusal);
        void this.#look().then(() => this.#tellRefusal(message.id, message.refusal));
        break;
      case "discarded":
        this.#display.forget(message.id);
        this.#outcomes.settle(message.id, "discarded");
        break;
      default:
        message satisfies never;
    }
  }
}
