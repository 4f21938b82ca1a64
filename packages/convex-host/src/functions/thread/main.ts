import { getHeapStatistics } from "node:v8";
import { parentPort } from "node:worker_threads";
import { describeError, messageOf } from "../../log.ts";
import { runOutside } from "../run/context.ts";
import { kindsOfWork, nextTurn } from "../run/turns.ts";
import { isOfDisk } from "../../storage/disk-errors.ts";
import { diskRoom } from "../../storage/disk-room.ts";
import { putAroundDisk } from "../../database/sqlite/driver.ts";
import { ClockLift } from "./clock-lift.ts";
import { AnswerRoom, type AnswerRoomOptions } from "../live/answer-room.ts";
import { LiveRounds } from "../live/live-rounds.ts";
import { MessageBatch } from "../../wire/message-batch.ts";
import type { CallEnd, FromThread, StartedToThread, ToThread } from "../../wire/messages.ts";
import { ownThread } from "../../wire/processor-wait.ts";
import { packUpdates } from "../../wire/packed-updates.ts";
import type { ThreadStart } from "../../wire/thread-start.ts";
import { beatOnSyscalls } from "./progress.ts";
import { Pulse } from "../../wire/pulse.ts";
import { startFunctions } from "./start-functions.ts";
import { receiveCommand } from "./thread-commands.ts";
import { ThreadHttp } from "./thread-http.ts";

const beatEveryMs = 50;

type Post = (message: FromThread, transfer?: ArrayBuffer[]) => void;

/** Starts the parts of the thread; resolves with the function that takes all later messages. */
async function run(start: ThreadStart, post: Post): Promise<(message: StartedToThread) => void> {
  const pulse = new Pulse(start.pulse);
  pulse.showThread(ownThread());
  putAroundDisk((_sql, work) => pulse.onDisk(work));
  const heart = setInterval(() => pulse.beat(), beatEveryMs);
  const functions = await startFunctions(start, post);
  const { engine } = functions;
  beatOnSyscalls(pulse);
  const cut: AnswerRoomOptions["cut"] = ({ id }) => {
    rounds.clients.close(id);
    post({ type: "client-cut", client: id });
  };
  const rounds: LiveRounds = new LiveRounds({
    database: engine.database,
    query: (call, options) => engine.query(call, { ...options, taker: kindsOfWork.liveQueries }),
    prepare: (call) => engine.prepare(call),
    answerRoom: new AnswerRoom(functions.invalidation, { mostBytes: answerBytes(), cut }),
    post: ({ results, updates }) => {
      const packed = packUpdates(updates);
      post({ type: "updates", results, updates: packed }, [packed.buffer]);
    },
    now: () => performance.now(),
    wallClock: Date.now,
    after: (ms, work) => void setTimeout(work, ms).unref(),
    nextTurn: () => nextTurn(kindsOfWork.liveQueries),
    enter: (asked) => pulse.enter({ kind: "live", ...asked }),
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
  const clockLift = new ClockLift({
    database: engine.database,
    now: Date.now,
    onError: (error) => post(errorLog("clock.not-lifted", error)),
  });
  const room = () => diskRoom(start.dataDir, start.diskFloor);
  const parts = { engine, runLog, rounds, http, pulse, room, post, clockLift };
  const stop = () => {
    rounds.stop();
    exports.close();
    clearInterval(heart);
    void engine
      .stop()
      .catch((error: unknown) => post(errorLog("engine.stop-failed", error)))
      .finally(() => post({ type: "stopped" }));
  };
  post({ type: "ready", info: functions.info });
  engine.startJobs();
  return (message) => {
    if (message.type === "stop") stop();
    else receiveCommand(parts, message);
  };
}

/** The most bytes of the answers of live queries, as a part of the heap. A text may take twice its length. */
function answerBytes(): number {
  return getHeapStatistics().heap_size_limit / 8;
}

function errorLog(event: string, error: unknown): FromThread {
  return { type: "log", level: "error", event, fields: { error: describeError(error) } };
}

/** Ends the thread. The main thread starts another one, which begins from the data on disk. */
function crash(error: unknown): void {
  // The error is thrown outside of the function that was running, because it is not the cause.
  runOutside(() =>
    setImmediate(() => {
      throw error;
    }),
  );
}

/** True for an error of the disk, and for one that names the file and has that as its cause. */
function isByDisk(error: unknown): boolean {
  return isOfDisk(error) || (error instanceof Error && isOfDisk(error.cause));
}

if (parentPort !== null) {
  const port = parentPort;
  // A batch is posted behind all that is settled by now, so that calls that share a flush are answered in one message.
  const answers = new MessageBatch<CallEnd>(
    (message) => port.postMessage(message),
    (work) => process.nextTick(work),
  );
  const post: Post = (message, transfer = []) => {
    if (message.type === "answer" || message.type === "failed") return answers.add(message);
    answers.flush();
    port.postMessage(message, transfer);
  };
  let receive: ((message: StartedToThread) => void) | null = null;
  port.on("message", (message: ToThread) => {
    if (message.type !== "start") return receive?.(message);
    run(message.start, post).then(
      (started) => (receive = started),
      (error: unknown) =>
        post({ type: "start-failed", message: messageOf(error), isOfDisk: isByDisk(error) }),
    );
  });
}
