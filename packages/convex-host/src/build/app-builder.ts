import { createHash } from "node:crypto";
import { readFile, rename } from "node:fs/promises";
import { resolve } from "node:path";
import { type BuildContext, type BuildFailure, formatMessages } from "esbuild";
import { findAppEntries } from "./app-entries.ts";
import { appContext } from "./bundle.ts";

/** Builds a Convex folder again and again, each good version into a file of its own. */
export class AppBuilder {
  readonly #folder: string;
  readonly #outFolder: string;
  #context: BuildContext | null = null;
  #entries = "";

  constructor(options: { folder: string; outFolder: string }) {
    this.#folder = options.folder;
    this.#outFolder = resolve(options.outFolder);
  }

  /** The path of the new bundle. Rejects with the build errors in readable form. */
  async build(): Promise<string> {
    const outFile = `${this.#outFolder}/app.js`;
    try {
      const context = await this.#current(outFile);
      await context.rebuild();
    } catch (error) {
      throw new Error(await describe(error), { cause: error });
    }
    const hash = createHash("sha256")
      .update(await readFile(outFile))
      .digest("hex")
      .slice(0, 12);
    // A module that was loaded once is never read again, so each version needs its own name.
    const version = `${this.#outFolder}/app-${hash}.js`;
    await rename(outFile, version);
    return version;
  }

  async dispose(): Promise<void> {
    await this.#context?.dispose();
  }

  async #current(outFile: string): Promise<BuildContext> {
    const entries = (await findAppEntries(this.#folder)).join("\n");
    if (this.#context === null || entries !== this.#entries) {
      await this.#context?.dispose();
      this.#context = await appContext({ folder: this.#folder, outFile });
      this.#entries = entries;
    }
    return this.#context;
  }
}

async function describe(error: unknown): Promise<string> {
  const { errors } = error as Partial<BuildFailure>;
  if (errors === undefined) return error instanceof Error ? error.message : String(error);
  return (await formatMessages(errors, { kind: "error", color: false })).join("\n");
}
