import type { WriteStatements } from "../storage/statements.ts";
import type { Database } from "./types.ts";

/** The host's own small texts, on disk when `set` returns. */
export class MetaTexts {
  readonly #statements: WriteStatements;

  constructor(statements: WriteStatements) {
    this.#statements = statements;
  }

  /** As the rest of the host uses them. */
  get door(): Database["meta"] {
    return { get: (name) => this.get(name), set: (name, text) => this.set(name, text) };
  }

  get(name: string): string | null {
    const text = this.#statements.getMeta.get(name)?.[0];
    return typeof text === "string" ? (JSON.parse(text) as string) : null;
  }

  /** As JSON, because SQLite texts with a NUL do not survive the driver. */
  set(name: string, text: string): void {
    this.#statements.setMeta.run(name, JSON.stringify(text));
  }

  /** The text with this name; made on first use. */
  getOrMake(name: string, make: () => string): string {
    const known = this.get(name);
    if (known !== null) return known;
    const made = make();
    this.set(name, made);
    return made;
  }
}
