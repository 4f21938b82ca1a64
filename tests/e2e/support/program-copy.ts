import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** A copy of the built program that a test may turn into a newer version. */
export class ProgramCopy {
  readonly #folder = mkdtempSync(join(tmpdir(), "turnboard-copy-"));
  readonly main = join(this.#folder, "dist/host/main.js");

  constructor() {
    cpSync("dist", join(this.#folder, "dist"), { recursive: true });
    symlinkSync(resolve("node_modules"), join(this.#folder, "node_modules"));
  }

  /**
   * Makes a newer version: the page has a mark, and the given screen has a chunk with another name, as after a build of
   * changed sources. The host serves it after its next start.
   */
  becomeNewer(screen: string): void {
    this.#change("index.html", (page) => page.replace("<title>", '<meta name="newer" /><title>'));
    const page = createHash("sha256")
      .update(readFileSync(this.#path("index.html")))
      .digest("base64");
    const worker = readFileSync(this.#path("service-worker.js"), "utf8");
    const file = new RegExp(`assets/${screen}-[\\w-]+\\.js`).exec(worker)?.[0] ?? "";
    rmSync(this.#path(file));
    this.#change("service-worker.js", (text) =>
      text
        .replace(new RegExp(`\\{[^{}]*"/${file}"[^{}]*\\},`), "")
        .replace(/"\/index\.html",revision:"/, "$&newer")
        .replace(/("\/index\.html",[^{}]*integrity:")[^"]*/, `$1sha256-${page}`),
    );
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #change(file: string, change: (text: string) => string): void {
    const before = readFileSync(this.#path(file), "utf8");
    const after = change(before);
    if (after === before) throw new Error(`${file} has another form now`);
    writeFileSync(this.#path(file), after);
    for (const packed of [".br", ".gz"]) rmSync(this.#path(`${file}${packed}`), { force: true });
  }

  #path(file: string): string {
    return join(this.#folder, "dist/app", file);
  }
}
