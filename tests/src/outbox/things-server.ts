import { ConvexError } from "convex/values";
import type { Call } from "./fake-line.ts";

/** A thing on the server. */
interface Thing {
  value: string | null;
  isGone: boolean;
}

/** A server that carries out each key once, and logs the calls in order. */
export class ThingsServer {
  readonly log: (Call["args"] & { name: string; by: string })[] = [];
  readonly things = new Map<string, Thing>();
  readonly #answers = new Map<string, unknown>();
  #made = 0;
  /** Throws an error for calls that the server refuses. */
  check: (call: Call) => void = () => undefined;
  calls = 0;

  readonly serve = (call: Call): unknown => {
    this.calls += 1;
    const key = String(call.args["key"]);
    if (this.#answers.has(key)) return this.#answers.get(key);
    this.check(call);
    const answer = this.#do(call);
    this.#answers.set(key, answer);
    this.log.push({ ...call.args, name: call.name, by: call.by });
    return answer;
  };

  /** Returns the answer to a key, or undefined if the key has not arrived. */
  answerTo(key: string): unknown {
    return this.#answers.get(key);
  }

  /** Returns the current value of a record. */
  value(record: string): string | null {
    return this.things.get(record)?.value ?? null;
  }

  #do({ name, args }: Call): unknown {
    if (name === "things:make") {
      const id = `thing ${String(++this.#made)}`;
      this.things.set(id, { value: String(args["name"]), isGone: false });
      return { id };
    }
    if (name === "things:undo" && !this.#answers.has(String(args["act"])))
      throw refused("not_found", "There is no such act");
    const record = String(args["record"]);
    const known = this.things.get(record);
    if (name !== "things:set" && (!known || known.isGone)) throw refused("not_found", "It is gone");
    const value = (args["value"] ?? args["name"]) as string | undefined;
    this.things.set(record, {
      value: value ?? null,
      isGone: name === "things:remove",
    });
    return null;
  }
}

/** Makes the error of a refusal by the server. */
export function refused(
  code: string,
  message: string,
): ConvexError<{ code: string; message: string }> {
  return new ConvexError({ code, message });
}
