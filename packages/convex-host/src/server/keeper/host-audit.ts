import { randomUUID } from "node:crypto";
import { type Logger, messageOf } from "../../log.ts";
import type { FunctionThread } from "./function-thread.ts";
import { auditFields } from "../../wire/audit-fields.ts";
import { newRequestId } from "../../wire/request-id.ts";
import { addressBlock } from "../bounds/address-block.ts";

/** Milliseconds within which the same note from the same address is written once. */
const sameWithinMs = 60_000;
/**
 * The most networks whose refused keys are noted in that time. Those of further ones are counted and noted at its end,
 * so that no flood fills the log.
 */
const mostNetworks = 100;
/** The most networks that are told apart among the counted ones. */
const mostCounted = 10_000;

type Note = { kind: string; address: string | null; details: Record<string, string | number> };

/** The audit notes of the host itself: each is a line of the log, and an entry of the app. */
export class HostAudit {
  readonly #thread: Pick<FunctionThread, "ask" | "info">;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #used = new ToldLately();
  readonly #refused = new ToldLately();
  /** The refused keys without a note, and the networks that they came from. */
  #untold = { count: 0, networks: new Set<string>() };

  constructor(options: {
    thread: Pick<FunctionThread, "ask" | "info">;
    log: Logger;
    now: () => number;
  }) {
    this.#thread = options.thread;
    this.#log = options.log;
    this.#now = options.now;
  }

  /** Notes the use of an admin key. A tool sends its key many times a minute, which is noted once. */
  claimed(address: string | null, result: { ok: true } | { ok: false; error: string }): void {
    const network = addressBlock(address);
    // Accepted keys have a list of their own: however many keys strangers guess, a use is noted.
    const told = result.ok ? this.#used : this.#refused;
    const novelty = told.add(result.ok ? network : `${network} ${result.error}`, this.#now());
    if (novelty === "known") return;
    if (result.ok) this.note({ kind: "adminKey.used", address, details: {} });
    else if (novelty === "too many") this.#countUntold(network);
    else this.note({ kind: "adminKey.refused", address, details: { reason: result.error } });
  }

  note({ kind, address, details }: Note): void {
    this.#log.info("audit", auditFields({ kind, address, details }));
    const path = this.#thread.info.auditPath;
    if (path === null) return;
    const entry = { kind, ...(address !== null && { address }), details };
    const metadata = { requestId: newRequestId(), ip: address, userAgent: null };
    const args = JSON.stringify({ entries: [entry] });
    const notKept = (error: string) => this.#log.warn("audit.not-kept", { kind, error });
    this.#thread
      .ask("mutation", {
        function: { path, args, identity: null, caller: "internal", metadata },
        client: null,
        // With a request id the mutation outlives the thread, which an import or a push replaces.
        request: { sessionId: randomUUID(), requestId: 0 },
      })
      .then(
        (outcome) => outcome.ok || notKept(outcome.message),
        (error: unknown) => notKept(messageOf(error)),
      );
  }

  #countUntold(network: string): void {
    if (this.#untold.count === 0) setTimeout(() => this.#tellUntold(), sameWithinMs).unref();
    const { networks } = this.#untold;
    this.#untold.count += 1;
    if (networks.size < mostCounted) networks.add(network);
  }

  #tellUntold(): void {
    const { count, networks } = this.#untold;
    this.#untold = { count: 0, networks: new Set() };
    const details = { more: count, addresses: networks.size };
    this.note({ kind: "adminKey.refused", address: null, details });
  }
}

/** The notes that were written within the last minute. */
class ToldLately {
  readonly #toldAt = new Map<string, number>();

  add(text: string, nowMs: number): "new" | "known" | "too many" {
    for (const [known, at] of this.#toldAt) {
      if (nowMs - at < sameWithinMs) break;
      this.#toldAt.delete(known);
    }
    if (this.#toldAt.has(text)) return "known";
    if (this.#toldAt.size >= mostNetworks) return "too many";
    this.#toldAt.set(text, nowMs);
    return "new";
  }
}
