import { isDeviceFull } from "../errors.ts";
import type { Display } from "./display.ts";
import { describe, type Doing, type NewOperation, type Table } from "./operation.ts";
import type { Outcomes } from "./outcomes.ts";
import type { Line } from "./sender.ts";
import { Unanswered } from "./unanswered.ts";
import { untilOffline } from "./until-offline.ts";

interface Way {
  line: Line;
  table: Table;
  display: Display;
  outcomes: Outcomes;
}

/** Sends what a full device does not keep. */
export class Unkept {
  readonly #way: Way;
  readonly unanswered: Unanswered;

  constructor(way: Way) {
    this.#way = way;
    this.unanswered = new Unanswered(way.table);
  }

  /**
   * Sends it at once, as long as there is a line and nothing of its record waits: it would arrive before that. It is drawn meanwhile.
   * Resolves with its id, and rejects with the refusal of the server, and without an answer with the `failure` of the device.
   */
  async send(made: NewOperation, { from }: Doing, failure: unknown): Promise<string> {
    const { line, table, display, outcomes } = this.#way;
    const description = describe(table, made);
    const isBehind = display.all().some(({ record }) => record === made.record);
    const isThere = line.isConnected() && line.isSignedInAs(made.by);
    if (!isDeviceFull(failure) || !description || isBehind || !isThere) {
      // The server may have it from before, whatever becomes of it now.
      if (made.tries > 0) this.unanswered.add(made, from);
      throw failure;
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
        throw failure;
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
