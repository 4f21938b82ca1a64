import { NotKept } from "../device/not-kept.ts";
import { isDeviceFull } from "../errors.ts";
import type { Display } from "./display.ts";
import { describe, type Doing, type NewOperation, type Table } from "./operation.ts";
import type { Outcomes } from "./outcomes.ts";
import type { Line } from "./line.ts";
import { Unanswered } from "./unanswered.ts";
import { untilOffline } from "./until-offline.ts";

interface Way {
  line: Line;
  table: Table;
  display: Display;
  outcomes: Outcomes;
}

/** Sends operations that the device cannot store, because it is full or for another reason. */
export class Unkept {
  readonly #way: Way;
  readonly unanswered: Unanswered;

  constructor(way: Way) {
    this.#way = way;
    this.unanswered = new Unanswered(way.table);
  }

  /**
   * Sends an operation at once and shows it meanwhile. That needs a connection, and no waiting operation on the same
   * record, because it would arrive before that one. Resolves with its id. Rejects with the server's refusal, or when
   * there is no answer with the device's `failure` if it is full, and with `NotKept` otherwise.
   */
  async send(made: NewOperation, { from }: Doing, failure: unknown): Promise<string> {
    const { line, table, display, outcomes } = this.#way;
    const description = describe(table, made);
    const isBehind = display.all().some(({ record }) => record === made.record);
    const isThere = line.isConnected() && line.isSignedInAs(made.by);
    const unkept = isDeviceFull(failure) ? failure : new NotKept("Not kept", { cause: failure });
    if (!description || isBehind || !isThere) {
      // The server may have it from an earlier attempt, even if this one fails.
      if (made.tries > 0) this.unanswered.add(made, from);
      throw unkept;
    }
    const endDrawing = display.takeUnkept(made);
    display.refresh();
    const [offline, endOffline] = untilOffline(line);
    try {
      const { signal } = new AbortController();
      const means = { mutation: line.mutation, files: () => Promise.resolve(null), signal };
      const answered = description.send({ ...made, seq: 0 }, means);
      const end = await Promise.race([answered.then((answer) => ({ answer })), offline]);
      if (end === "waiting") {
        this.unanswered.add(made, from);
        throw unkept;
      }
      display.knowRecord(made.id, description.createdBy?.(end.answer));
      outcomes.settle(made.id, "confirmed");
      return made.id;
    } finally {
      endOffline();
      endDrawing();
      display.refresh();
    }
  }
}
