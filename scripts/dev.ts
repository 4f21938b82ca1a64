import { watch } from "node:fs";
import { rm } from "node:fs/promises";
import { readConfig } from "../server/settings.ts";
import { workspaceOptions } from "../server/workspace-options.ts";
import { createLogger, messageOf, startHost } from "convex-host";
import { AppBuilder, bundleThread, threadProgram } from "convex-host/build";
import { onEnd } from "./build/on-end.ts";
import { type DevFrontEnd, openDevFrontEnd } from "./build/dev-front-end.ts";

const outFolder = "dist/dev";
const settleMs = 60;

await rm(outFolder, { recursive: true, force: true });
const builder = new AppBuilder({ folder: "convex", outFolder });
const threadEntry = `${process.cwd()}/${outFolder}/worker.js`;
const [appBundle] = await Promise.all([
  builder.build(),
  bundleThread({ entry: threadProgram, outFile: threadEntry }),
]);

let frontEnd: DevFrontEnd | null = null;
const config = readConfig(process.env);
const host = await startHost({
  ...workspaceOptions(config),
  appBundle,
  threadEntry,
  isDevelopment: true,
  log: createLogger({
    level: config.logLevel,
    write: (line) => process.stderr.write(line),
    now: Date.now,
  }),
  frontEnd: async (server) => (frontEnd = await openDevFrontEnd(server)),
}).catch((error: unknown) => {
  process.stderr.write(`Turnboard did not start.\n${messageOf(error)}\n`);
  process.exit(1);
});
say(`Turnboard is ready at ${host.url}`);

let isBuilding = false;
let changedAgain = false;
let timer: NodeJS.Timeout | undefined;
const watcher = watch("convex", { recursive: true }, (_event, file) => {
  if (file === null || /(^|[/\\])[.#]|~$/.test(file)) return;
  clearTimeout(timer);
  timer = setTimeout(() => void reload(), settleMs);
});

/** Builds the changed backend and puts it in place. While the build fails, the last good backend keeps serving. */
async function reload(): Promise<void> {
  if (isBuilding) {
    changedAgain = true;
    return;
  }
  isBuilding = true;
  do {
    changedAgain = false;
    try {
      await host.thread.replace({ appBundle: await builder.build() });
      frontEnd?.clearError();
      say("convex/ reloaded");
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      say(`convex/ is broken, the last good version goes on:\n${message}`);
      frontEnd?.showError(message);
    }
  } while (changedAgain);
  isBuilding = false;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function stop(): Promise<void> {
  watcher.close();
  await host.stop();
  await builder.dispose();
  process.exit(0);
}
onEnd(() => void stop());
