import { setImmediate as nextTurn } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { describeError, messageOf } from "../log.ts";
import { LiveRounds } from "./live-rounds.ts";
import type { FromThread, ThreadStart, ToThread } from "./messages.ts";
import { beatOnSyscalls } from "./progress.ts";
import { Pulse } from "./pulse.ts";
import { startFunctions } from "./start-functions.ts";
import { receiveCommand } from "./thread-commands.ts";
import { ThreadHttp } from "./thread-http.ts";

const beatEveryMs = 50;

async function run(port: NonNullable<typeof parentPort>, start: ThreadStart): Promise<void> {
  const post = (message: FromThread, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer);
  const pulse = new Pulse(start.pulse);
  const functions = await startFunctions(start, post);
  const { engine } = functions;
  beatOnSyscalls(pulse);
  const rounds = new LiveRounds({
    database: engine.database,
    query: (call, options) => engine.query(call, options),
    halvesOf: (path) => engine.halvesOf(path),
    invalidation: functions.invalidation,
    post: (batch) => post({ type: "updates", ...batch }),
    now: () => performance.now(),
    wallClock: Date.now,
    after: (ms, work) => void setTimeout(work, ms).unref(),
    nextTurn: () => nextTurn(),
    enter: (client, queryId) => pulse.enter({ kind: "live", client, queryId }),
    quarantine: start.quarantine,
    onError: crash,
  });
  const { exports } = functions;
  const http = new ThreadHttp({
    engine,
    pulse,
    post,
    answerAdmin: (asked) => exports.answer(asked),
  });
  const { runLog } = functions;
  const parts = { engine, runLog, rounds, http, pulse, post, now: Date.now };
  const heart = setInterval(() => pulse.beat(), beatEveryMs);
  port.on("message", (message: ToThread) => {
    if (message.type !== "stop") return receiveCommand(parts, message);
    rounds.stop();
    exports.close();
    clearInterval(heart);
    void engine
      .stop()
      .catch((error: unknown) => post(errorLog("engine.stop-failed", error)))
      .finally(() => post({ type: "stopped" }));
  });
  post({ type: "ready", info: functions.info });
  engine.startJobs();
}

function errorLog(event: string, error: unknown): FromThread {
  return { type: "log", level: "error", event, fields: { error: describeError(error) } };
}

/** Ends the thread: the main thread starts another one, which begins from what is on disk. */
function crash(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

if (parentPort !== null) {
  const port = parentPort;
  run(port, workerData as ThreadStart).catch((error: unknown) => {
    port.postMessage({
      type: "start-failed",
      message: messageOf(error),
    } satisfies FromThread);
  });
}
