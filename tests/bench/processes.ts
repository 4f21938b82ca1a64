import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A server process of the benchmark: its pid, its address, and a function that stops it. */
export type ServerProcess = { pid: number; address: string; stop: () => Promise<void> };

const floorServer = fileURLToPath(new URL("floor-server.ts", import.meta.url));
const hostEntry = fileURLToPath(new URL("../../dist/host/main.js", import.meta.url));

/** Starts the built host on a workspace folder and waits until it is ready. */
export function startHostProcess(dataDir: string, port: number): Promise<ServerProcess> {
  const settings = { PORT: String(port), DATA_DIR: dataDir, SEED: "none", LOG_LEVEL: "error" };
  // The flags are those of `npm start`.
  const args = ["--enable-source-maps", "--max-semi-space-size=4", hostEntry];
  return startProcess(args, settings, /ready at (http\S+)/);
}

/** Starts a program of Node and waits for the line that tells its address. */
export function startProcess(
  args: readonly string[],
  settings: Record<string, string>,
  line: RegExp,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env["PATH"], ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return ready(child, line);
}

/** Starts the floor server with the given number of rows. */
export function startFloorProcess(file: string, rows: number): Promise<ServerProcess> {
  const args = ["--import", "tsx", floorServer, file, String(rows)];
  return startProcess(args, {}, /floor (\d+)/);
}

async function ready(child: ChildProcess, line: RegExp): Promise<ServerProcess> {
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout!.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = line.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}: ${text}`)));
  });
  return {
    pid: child.pid!,
    address,
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
