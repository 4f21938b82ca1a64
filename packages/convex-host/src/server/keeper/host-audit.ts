import { randomUUID } from "node:crypto";
import { type Logger, messageOf } from "../../log.ts";
import type { FunctionThread } from "./function-thread.ts";
import { auditFields } from "../../wire/audit-fields.ts";

/** The same note from the same address within this time is told once. */
const sameWithinMs = 60_000;
/** Different notes within that time; more of them are not told, so that nobody fills the log. */
const maxRemembered = 100;

type Note = { kind: string; address: string | null; details: Record<string, string> };

/** What happens at the host's own doors and belongs into the audit log: a line of the log, and an entry of the app. */
export class HostAudit {
  readonly #thread: Pick<FunctionThread, "ask" | "info">;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #toldAt = new Map<string, number>();

  constructor(options: {
    thread: Pick<FunctionThread, "ask" | "info">;
    log: Logger;
    now: () => number;
  }) {
    this.#thread = options.thread;
    this.#log = options.log;
    this.#now = options.now;
  }

  /** Somebody came with an admin key. A tool asks many times a minute: that is told once. */
  claimed(address: string | null, result: { ok: true } | { ok: false; error: string }): void {
    const note: Note = result.ok
      ? { kind: "adminKey.used", address, details: {} }
      : { kind: "adminKey.refused", address, details: { reason: result.error } };
    if (this.#isNew(note)) this.note(note);
  }

  note({ kind, address, details }: Note): void {
    this.#log.info("audit", auditFields({ kind, address, details }));
    const path = this.#thread.info.auditPath;
    if (path === null) return;
    const entry = { kind, ...(address !== null && { address }), details };
    const metadata = { requestId: randomUUID(), ip: address, userAgent: null };
    const args = JSON.stringify({ entries: [entry] });
    const notKept = (error: string) => this.#log.warn("audit.not-kept", { kind, error });
    this.#thread
      .ask("mutation", {
        function: { path, args, identity: null, caller: "internal", metadata },
        client: null,
        // With an id it outlives the thread, which an import or a push replaces.
        request: { sessionId: randomUUID(), requestId: 0 },
      })
      .then(
        (outcome) => outcome.ok || notKept(outcome.message),
        (error: unknown) => notKept(messageOf(error)),
      );
  }

  #isNew(note: Note): boolean {
    const nowMs = this.#now();
    for (const [text, toldAt] of this.#toldAt) {
      if (nowMs - toldAt < sameWithinMs) break;
      this.#toldAt.delete(text);
    }
    const text = JSON.stringify([note.kind, note.address, note.details]);
    if (this.#toldAt.has(text) || this.#toldAt.size >= maxRemembered) return false;
    this.#toldAt.set(text, nowMs);
    return true;
  }
}
