import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { closeLater, temporaryFolder } from "./live-host.ts";

const cli = join(import.meta.dirname, "../../../../node_modules/convex/bin/main.js");

export type CliResult = { code: number | null; out: string; err: string };

/** The official command line in its own project folder, configured for a host. */
export class ConvexCli {
  readonly folder: string;
  readonly #env: NodeJS.ProcessEnv;

  private constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.folder = folder;
    this.#env = env;
  }

  static async open(url: string, adminKey: string): Promise<ConvexCli> {
    const folder = await temporaryFolder();
    const project = { name: "project", private: true, dependencies: { convex: "*" } };
    await writeFile(join(folder, "package.json"), JSON.stringify(project));
    await mkdir(join(folder, "convex"));
    return new ConvexCli(folder, {
      PATH: process.env["PATH"],
      HOME: folder,
      CI: "1",
      NO_COLOR: "1",
      CONVEX_SELF_HOSTED_URL: url,
      CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey,
    });
  }

  /** Runs a command until it exits. */
  async run(...args: string[]): Promise<CliResult> {
    const child = this.start(...args);
    let out = "";
    let err = "";
    child.stdout?.on("data", (piece: Buffer) => (out += piece.toString()));
    child.stderr?.on("data", (piece: Buffer) => (err += piece.toString()));
    const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
    return { code, out: out.trim(), err };
  }

  /** Starts a long-running command; it is stopped after the test. */
  start(...args: string[]): ChildProcess {
    const child = spawn(process.execPath, [cli, ...args], {
      cwd: this.folder,
      env: this.#env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    closeLater(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGKILL");
      await ended;
    });
    return child;
  }
}
