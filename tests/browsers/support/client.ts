import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** A window of a browser, by whichever protocol that browser is driven; `Part` is its reference to an element. */
export interface Client<Part = unknown> {
  goTo(url: string): Promise<void>;
  reload(): Promise<void>;
  /** The value of an expression, which may be a promise; it must be a text. */
  read(expression: string): Promise<string>;
  /** Runs the text of a script, as a `<script>` would. */
  runScript(source: string): Promise<void>;
  find(request: string): Promise<Part[]>;
  click(part: Part): Promise<void>;
  type(part: Part, text: string): Promise<void>;
  choose(part: Part, paths: readonly string[]): Promise<void>;
  picture(): Promise<Buffer>;
  end(): Promise<void>;
}

/** The script by which a page finds its parts as people do. */
export const queriesScript = readFileSync(
  createRequire(import.meta.url).resolve(
    "@testing-library/dom/dist/@testing-library/dom.umd.min.js",
  ),
  "utf8",
);
