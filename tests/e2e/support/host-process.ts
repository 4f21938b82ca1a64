import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../support/free-port.ts";

const builtProgram = ["dist/host/main.js"];
const developmentProgram = ["--import", "tsx", "scripts/dev.ts"];
const readyLine = /Turnboard is ready at (http:\S+)/;

/** The email domain of everyone who signs in during the browser tests. */
export const companyDomain = "turnboard.example";

/** A real host process with its own data. */
export class HostProcess {
  readonly url: string;
  readonly #start: Start;
  readonly #printed: Buffer[] = [];
  #child: ChildProcess;

  private constructor(url: string, child: ChildProcess, start: Start) {
    this.url = url;
    this.#start = start;
    this.#child = child;
    this.#listen();
  }

  /** Starts the built host on a port that it keeps through restarts, and waits until it reports its address. */
  static async start(settings: Record<string, string>): Promise<HostProcess> {
    const [file = ""] = builtProgram;
    if (!existsSync(file)) throw new Error(`${file} is missing: run "npm run build"`);
    return await HostProcess.#run(builtProgram, settings);
  }

  /** Starts a copy of the built host, whose files a test may change. */
  static async startCopy(main: string, settings: Record<string, string>): Promise<HostProcess> {
    return await HostProcess.#run([main], settings);
  }

  /** Starts the host of `npm run dev`, which serves the pages from their sources. */
  static async startDevelopment(settings: Record<string, string>): Promise<HostProcess> {
    return await HostProcess.#run(developmentProgram, settings);
  }

  static async #run(program: readonly string[], settings: Record<string, string>) {
    const folder = mkdtempSync(join(tmpdir(), "turnboard-e2e-"));
    const env = {
      PATH: process.env["PATH"] ?? "",
      PORT: String(await freePort()),
      DATA_DIR: folder,
      COMPANY_DOMAIN: companyDomain,
      ADMIN_EMAILS: `admin@${companyDomain}`,
      ...settings,
    };
    const child = spawnProgram(program, env);
    return new HostProcess(await readAddress(child), child, { program, env, folder });
  }

  /** Restarts the host at the same address with the same data, as an update of the program does. */
  async restart(): Promise<void> {
    await this.#end();
    const { program, env } = this.#start;
    this.#child = spawnProgram(program, env);
    this.#listen();
    await readAddress(this.#child);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Stops the host like a service manager and removes its data. Throws if the host had exited earlier. */
  async stop(): Promise<void> {
    const ownEnd = await this.#end();
    rmSync(this.#start.folder, { recursive: true, force: true });
    if (ownEnd === null) return;
    const printed = Buffer.concat(this.#printed).toString("utf8");
    throw new Error(`The host had ended by itself (${ownEnd}):\n${printed}`);
  }

  /** Ends the process. Returns the exit code or signal if the process had already exited, else null. */
  async #end(): Promise<number | string | null> {
    const { exitCode, signalCode } = this.#child;
    if (exitCode !== null || signalCode !== null) return exitCode ?? signalCode;
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await exited;
    return null;
  }

  #listen(): void {
    const keep = (chunk: Buffer) => this.#printed.push(chunk);
    this.#child.stdout?.on("data", keep);
    this.#child.stderr?.on("data", keep);
  }
}

type Start = { program: readonly string[]; env: Record<string, string>; folder: string };

function spawnProgram(program: readonly string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, program, { stdio: ["ignore", "pipe", "pipe"], env });
}

function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    const read = (chunk: Buffer) => {
      printed += chunk.toString("utf8");
      const address = readyLine.exec(printed)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The host ended with ${code}:\n${printed}`)));
  });
}
