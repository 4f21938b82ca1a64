import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** A browser window, driven by the protocol of that browser. `Part` is the protocol's reference to an element. */
export interface Client<Part = unknown> {
  goTo(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Returns the value of an expression or of its promise; the value must be a string. */
  read(expression: string): Promise<string>;
  /** Runs the source of a script, like a `<script>` element. */
  runScript(source: string): Promise<void>;
  find(request: string): Promise<Part[]>;
  click(part: Part): Promise<void>;
  type(part: Part, text: string): Promise<void>;
  choose(part: Part, paths: readonly string[]): Promise<void>;
  picture(): Promise<Buffer>;
  end(): Promise<void>;
}

/** The source of Testing Library, by which the page finds elements as people do. */
export const queriesScript = readFileSync(
  createRequire(import.meta.url).resolve(
    "@testing-library/dom/dist/@testing-library/dom.umd.min.js",
  ),
  "utf8",
);
