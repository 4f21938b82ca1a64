import { convexToJson, type Value } from "convex/values";
import { canonicalText } from "../../src/values/canonical.ts";
import { floatJson, floatOf, kindOf } from "../../src/values/encoded.ts";
import type { Json, JsonObject } from "../../src/values/json.ts";
import { failureOf, inSameWords } from "./failures.ts";

/** Returns the table of an id on one engine, or null if the text is no id. */
export type TableOfId = (text: string) => string | null;

/**
 * Records all answers of one engine in a form that is comparable between engines. Ids and UUIDs are numbered by their
 * first appearance, creation times and page ends are rounded to seconds, and failures lose their request ids and stack
 * frames. Everything else stays byte for byte.
 */
export class Transcript {
  readonly lines: string[] = [];
  readonly #tableOfId: TableOfId;
  readonly #nameByText = new Map<string, string>();
  readonly #idsByTable = new Map<string, string[]>();
  #uuids = 0;

  constructor(tableOfId: TableOfId) {
    this.#tableOfId = tableOfId;
  }

  /** The ids of a table that were seen so far. */
  idsOf(table: string): readonly string[] {
    return this.#idsByTable.get(table) ?? [];
  }

  write(entry: Record<string, Value | undefined>): void {
    this.lines.push(canonicalText(this.#json(convexToJson(entry))));
  }

  /** Records the outcome of a call. Returns its answer, or null after a failure. */
  async writeOutcome<Answer extends Value | undefined>(
    call: Record<string, Value | undefined>,
    run: () => Promise<Answer>,
  ): Promise<Answer | null> {
    try {
      const answer = await run();
      this.write({ ...call, answer: answer ?? null });
      return answer;
    } catch (error) {
      this.write({ ...call, failure: failureOf(error) });
      return null;
    }
  }

  #json(value: Json): Json {
    if (typeof value === "string") return this.#text(value);
    if (typeof value === "number") return value;
    if (Array.isArray(value)) return value.map((element) => this.#json(element));
    if (kindOf(value) !== "object") return value;
    const entries = Object.entries(value as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([key, field]) => [key, this.#field(key, field)]));
  }

  #field(key: string, value: Json): Json {
    // Each engine adds its own fractions to tell documents of the same millisecond apart; those of convex-test reach
    // into the next milliseconds.
    if (key === "_creationTime") return floatJson(Math.floor(floatOf(value) / 1000));
    // A page ends at the creation time of a document.
    if ((key === "after" || key === "through") && typeof value === "number")
      return Math.floor(value / 1000);
    // Each engine has its own format of cursors.
    if (key === "continueCursor" || key === "place") return "<cursor>";
    // The value is a failure that a function of the fixture caught.
    if (key === "caught" && typeof value === "string") return this.#json(inSameWords(value));
    return this.#json(value);
  }

  #text(text: string): string {
    return text
      .replace(/https?:\/\/\S+\/api\/storage\/upload\?token=\S+/g, "<upload address>")
      .replace(/https?:\/\/\S+\/api\/storage\/[\w+/=-]+/g, "<file address>")
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, (uuid) => this.#uuid(uuid))
      .replace(/\w{31,}/g, (word) => this.#id(word));
  }

  #uuid(uuid: string): string {
    const known = this.#nameByText.get(uuid);
    if (known !== undefined) return known;
    this.#uuids += 1;
    return this.#call(uuid, `<uuid ${this.#uuids}>`);
  }

  #id(text: string): string {
    const known = this.#nameByText.get(text);
    if (known !== undefined) return known;
    const table = this.#tableOfId(text);
    if (table === null) return text;
    const ids = [...this.idsOf(table), text];
    this.#idsByTable.set(table, ids);
    return this.#call(text, `<${table} ${ids.length}>`);
  }

  #call(text: string, name: string): string {
    this.#nameByText.set(text, name);
    return name;
  }
}
