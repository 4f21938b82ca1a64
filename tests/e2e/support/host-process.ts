import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const builtProgram = ["dist/host/main.js"];
const developmentProgram = ["--import", "tsx", "scripts/dev.ts"];
const readyLine = /Turnboard is ready at (http:\S+)/;

/** The domain of everyone who signs in during the browser tests. */
export const companyDomain = "turnboard.example";

/** A real host with data of its own, from start to stop. */
export class HostProcess {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #printed: Buffer[] = [];

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.url = url;
    child.stdout?.on("data", (chunk: Buffer) => this.#printed.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => this.#printed.push(chunk));
    this.#child = child;
    this.#folder = folder;
  }

  /** Starts the built host on a free port and waits until it says where it is. */
  static async start(settings: Record<string, string>): Promise<HostProcess> {
    const [file = ""] = builtProgram;
    if (!existsSync(file)) throw new Error(`${file} is missing: run "npm run build"`);
    return await HostProcess.#run(builtProgram, settings);
  }

  /** Starts the host of `npm run dev`, which serves the pages from their sources. */
  static async startDevelopment(settings: Record<string, string>): Promise<HostProcess> {
    return await HostProcess.#run(developmentProgram, settings);
  }

  static async #run(program: readonly string[], settings: Record<string, string>) {
    const folder = mkdtempSync(join(tmpdir(), "turnboard-e2e-"));
    const child = spawn(process.execPath, program, {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env["PATH"] ?? "",
        PORT: "0",
        DATA_DIR: folder,
        COMPANY_DOMAIN: companyDomain,
        ADMIN_EMAILS: `admin@${companyDomain}`,
        ...settings,
      },
    });
    return new HostProcess(await readAddress(child), child, folder);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Stops the host as a service manager would and removes its data; throws when it had died. */
  async stop(): Promise<void> {
    const { exitCode, signalCode } = this.#child;
    const alive = exitCode === null && signalCode === null;
    if (alive) {
      const exited = once(this.#child, "exit");
      this.#child.kill("SIGTERM");
      await exited;
    }
    rmSync(this.#folder, { recursive: true, force: true });
    if (alive) return;
    const printed = Buffer.concat(this.#printed).toString("utf8");
    throw new Error(`The host had ended by itself (${exitCode ?? signalCode}):\n${printed}`);
  }
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
