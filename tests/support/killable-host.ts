import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { bundleApp, bundleHost } from "../../scripts/build/bundle.ts";

const root = join(import.meta.dirname, "../..");

/** The host as people run it, a process of its own, on one port and one data folder through all its deaths. */
export class KillableHost {
  readonly url: string;
  readonly dataDir: string;
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | null = null;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.url = `http://localhost:${port}`;
    this.dataDir = join(folder, "data");
    this.#env = {
      PATH: process.env["PATH"],
      PORT: String(port),
      DATA_DIR: this.dataDir,
      COMPANY_DOMAIN: "homes.test",
      SEED: "templates",
      LOG_LEVEL: "error",
    };
  }

  /** Bundles the real app and the host; nothing runs yet. */
  static async build(): Promise<KillableHost> {
    const folder = await mkdtemp(join(root, "node_modules/.cache-killable-host-"));
    await mkdir(join(folder, "dist/app"), { recursive: true });
    await writeFile(join(folder, "dist/app/index.html"), "<!doctype html><title>Turnboard</title>");
    await cp(join(root, "package.json"), join(folder, "package.json"));
    await bundleHost({ host: join(root, "host"), outFolder: join(folder, "dist/host") });
    await bundleApp({ folder: join(root, "convex"), outFile: join(folder, "dist/convex/app.js") });
    return new KillableHost(folder, await freePort());
  }

  /** Starts the process, `through` a program that sets its bounds; resolves when it is ready. */
  async start({ through = [] }: { through?: readonly string[] } = {}): Promise<void> {
    const entry = join(this.#folder, "dist/host/main.js");
    const [program = "", ...args] = [...through, process.execPath, entry];
    const child = spawn(program, args, {
      env: this.#env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    let printed = "";
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        printed += chunk.toString("utf8");
        if (printed.includes("Turnboard is ready")) resolve();
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.once("exit", () => reject(new Error(`The host ended:\n${printed}`)));
    });
  }

  /** The process that runs. */
  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error("The host does not run.");
    return pid;
  }

  /** Takes the process away in the middle of whatever it does. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Ends it in good order. */
  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  async remove(): Promise<void> {
    await this.#end("SIGKILL");
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
