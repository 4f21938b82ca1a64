import { createLogger } from "../log.ts";
import type { OperatedSettings } from "./host-environment.ts";
import type { HostOptions } from "./host-options.ts";
import { startHost } from "./start-host.ts";

type Program = Omit<HostOptions, "log" | "onUnending"> & {
  /** The name at the start of the line on standard output. */
  name: string;
  operated: Pick<OperatedSettings, "logLevel" | "warnings">;
};

/** Runs a host until its process is told to stop. Prints its address when it answers, and logs to standard error. */
export async function runHost({ name, operated, ...options }: Program): Promise<void> {
  const log = createLogger({
    level: operated.logLevel,
    write: (line) => process.stderr.write(line),
    now: Date.now,
  });
  for (const warning of operated.warnings) log.warn("config.warning", { warning });
  const host = await startHost({ ...options, log, onUnending: endAtOnce });
  process.stdout.write(`${name} is ready at ${host.url}\n`);
  const stop = () => void host.stop().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

/** A usual exit would wait for the thread that does not end. A service manager starts the program again. */
function endAtOnce(): void {
  process.kill(process.pid, "SIGKILL");
}
