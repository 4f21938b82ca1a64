import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { messageOf, RunningThread } from "convex-host";

/** This program as built: dist/host/main.js, with everything else beside it. */
const distFolder = join(dirname(fileURLToPath(import.meta.url)), "..");

async function main(args: readonly string[]): Promise<void> {
  if (args.length > 0) {
    const { runCommand } = await import("./commands.ts");
    return await runCommand(args);
  }
  // Opened before the rest of the host is loaded, so that the two threads load their code side by side.
  const entry = join(distFolder, "host/worker.js");
  const thread = new RunningThread({ entry, heapMb: null });
  const { serve } = await import("./serve.ts");
  await serve({ distFolder, entry, thread });
}

const args = process.argv.slice(2);
main(args).catch((error: unknown) => {
  const [command] = args;
  const what =
    command === undefined ? "Turnboard did not start." : `The command "${command}" failed.`;
  process.stderr.write(`${what}\n${messageOf(error)}\n`);
  process.exit(1);
});
