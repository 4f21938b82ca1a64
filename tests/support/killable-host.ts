import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleHost } from "convex-host/build";
import { freePort } from "./free-port.ts";
import { bundleAppWith, type HostBundles } from "./workspace-bundles.ts";

const limitMs = 60_000;
const mostKept = 8_000;
const root = join(import.meta.dirname, "../..");

/** The host as people run it: a separate process with one port and one data folder through all restarts. */
export class KillableHost {
  readonly url: string;
  readonly dataDir: string;
  readonly #folder: string;
  readonly #dataHome: string;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | null = null;
  #printed = "";

  private constructor(folder: string, dataHome: string, port: number) {
    this.#folder = folder;
    this.#dataHome = dataHome;
    this.url = `http://localhost:${port}`;
    this.dataDir = join(dataHome, "data");
    this.#env = {
      PATH: process.env["PATH"],
      PORT: String(port),
      DATA_DIR: this.dataDir,
      COMPANY_DOMAIN: "homes.test",
      SEED: "templates",
      LOG_LEVEL: "warn",
    };
  }

  /** Bundles the host and the real app, with more modules of tests by name, or takes `bundles`; nothing runs yet. */
  static async build({
    modules = {},
    bundles,
  }: {
    modules?: Readonly<Record<string, string>>;
    bundles?: HostBundles | undefined;
  } = {}): Promise<KillableHost> {
    const folder = await mkdtemp(join(root, "node_modules/.cache-killable-host-"));
    // A test runs the program by another account.
    await chmod(folder, 0o755);
    await mkdir(join(folder, "dist/app"), { recursive: true });
    await writeFile(join(folder, "dist/app/index.html"), "<!doctype html><title>Turnboard</title>");
    await cp(join(root, "package.json"), join(folder, "package.json"));
    const [host, app] = [join(folder, "dist/host"), join(folder, "dist/convex/app.js")];
    if (bundles === undefined) {
      await bundleHost({ main: join(root, "server/main.ts"), outFolder: host });
      await bundleAppWith(modules, { outFile: app, folder });
    } else {
      await cp(bundles.host, host, { recursive: true });
      await cp(bundles.app, app);
      await cp(`${bundles.app}.map`, `${app}.map`);
    }
    const dataHome = await mkdtemp(join(tmpdir(), "killable-host-"));
    return new KillableHost(folder, dataHome, await freePort());
  }

  /** Starts the process, `through` a program that sets its bounds, with `flags` for Node; resolves when it is ready. */
  async start({
    through = [],
    flags = [],
  }: { through?: readonly string[]; flags?: readonly string[] } = {}): Promise<void> {
    const entry = join(this.#folder, "dist/host/main.js");
    const [program = "", ...args] = [...through, process.execPath, ...flags, entry];
    const child = spawn(program, args, {
      env: this.#env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    this.#printed = "";
    const ready = new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        this.#printed = (this.#printed + chunk.toString("utf8")).slice(-mostKept);
        if (this.#printed.includes("Turnboard is ready")) resolve();
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.once("exit", (code, signal) => {
        this.#printed += `ended with ${signal ?? code}\n`;
        reject(new Error(`The host ended:\n${this.#printed}`));
      });
    });
    await withinLimit("be ready", ready);
  }

  /** The latest output of the process that runs, or ran last. */
  get printed(): string {
    return this.#printed;
  }

  /** False when the process has exited or was killed. */
  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  /** The id of the running process. */
  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error("The host does not run.");
    return pid;
  }

  /** Kills the process in the middle of its work. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Stops the process gracefully. */
  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  async remove(): Promise<void> {
    await this.#end("SIGKILL");
    for (const folder of [this.#folder, this.#dataHome])
      await rm(folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await withinLimit(`end after ${signal}`, exited);
  }
}

async function withinLimit(what: string, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = () => new Error(`The host did not ${what} within ${limitMs / 1000} s.`);
    timer = setTimeout(() => reject(error()), limitMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
