import type { WriteStatements } from "../sqlite/statements.ts";

export interface MetaDoor {
  get(name: string): string | null;
  set(name: string, text: string): void;
  remove(name: string): void;
  /** The text with this name. `make` provides it at the first use. */
  getOrMake(name: string, make: () => string): string;
}

/** The host's own small texts, on disk when `set` returns. */
export class MetaTexts implements MetaDoor {
  readonly #statements: WriteStatements;

  constructor(statements: WriteStatements) {
    this.#statements = statements;
  }

  get(name: string): string | null {
    const text = this.#statements.getMeta.get(name)?.[0];
    return typeof text === "string" ? (JSON.parse(text) as string) : null;
  }

  /** Stores a text as JSON, because SQLite texts with a NUL do not survive the driver. */
  set(name: string, text: string): void {
    this.#statements.setMeta.run(name, JSON.stringify(text));
  }

  remove(name: string): void {
    this.#statements.removeMeta.run(name);
  }

  getOrMake(name: string, make: () => string): string {
    const known = this.get(name);
    if (known !== null) return known;
    const made = make();
    this.set(name, made);
    return made;
  }
}
