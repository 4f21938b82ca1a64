import { beforeEach, expect, test } from "vitest";
import type { OutgoingPhoto, SendPhoto } from "../../../src/features/photos/send-photo.ts";
import { type RunResult, UploadQueue } from "../../../src/features/photos/upload-queue.ts";

type Sending = {
  key: string;
  done: () => void;
  fail: (error: Error) => void;
  progress: (share: number) => void;
  signal: AbortSignal;
};

let sendings: Sending[];
let results: RunResult[];
let failedFiles: string[];
let queue: UploadQueue;

const send: SendPhoto = async ({ key }, { signal, onProgress }) =>
  await new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("aborted")));
    sendings.push({ key, done: () => resolve(), fail: reject, progress: onProgress, signal });
  });

beforeEach(() => {
  [sendings, results, failedFiles] = [[], [], []];
  queue = new UploadQueue(send, {
    fileFailed: ({ name }) => failedFiles.push(name),
    runEnded: (result) => results.push(result),
  });
});

function photo(key: string): OutgoingPhoto {
  const name = `${key}.jpg`;
  const file = new File(["x"], name);
  const nothing = { caption: null, photoDate: null, takenAt: null, taskId: null };
  return { key, unitId: "unit", type: "before", file, name, ...nothing };
}

const states = () => queue.snapshot().map(({ key, state }) => `${key} ${state}`);

/** Lets everything go on that waits for nothing but its turn. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

async function finish(how: (sending: Sending) => void): Promise<void> {
  const sending = sendings.at(-1);
  if (sending) how(sending);
  await settle();
}

test("files are sent one after the other, in order, over all sections [PHOTO-03]", async () => {
  void queue.add([photo("a"), photo("b")]);
  void queue.add([photo("c")]);
  await settle();
  expect(states()).toEqual(["a sending", "b waiting", "c waiting"]);
  expect(sendings.map(({ key }) => key)).toEqual(["a"]);

  await finish(({ done }) => done());
  expect(states()).toEqual(["b sending", "c waiting"]);
  await finish(({ done }) => done());
  await finish(({ done }) => done());

  expect(sendings.map(({ key }) => key)).toEqual(["a", "b", "c"]);
  expect(states()).toEqual([]);
  expect(results).toEqual([
    { uploaded: 2, failed: 0, lastError: null },
    { uploaded: 1, failed: 0, lastError: null },
  ]);
});

test("each file knows how far it is", async () => {
  void queue.add([photo("a"), photo("b")]);
  await settle();
  sendings[0]?.progress(0.25);
  expect(queue.snapshot().map(({ progress }) => progress)).toEqual([0.25, 0]);
});

test("a failing file does not stop the others and stays to be tried again [TOAST-04] [TOAST-05]", async () => {
  void queue.add([photo("a"), photo("b"), photo("c")]);
  await settle();
  await finish(({ done }) => done());
  await finish(({ fail }) => fail(new Error("500: no")));
  await finish(({ done }) => done());
  expect(failedFiles).toEqual(["b.jpg"]);
  expect(results).toEqual([{ uploaded: 2, failed: 1, lastError: new Error("500: no") }]);
  expect(states()).toEqual(["b failed"]);
});

test("the only file of a run is not named when it fails [TOAST-03]", async () => {
  void queue.add([photo("a")]);
  await settle();
  await finish(({ fail }) => fail(new Error("500: no")));
  expect(failedFiles).toEqual([]);
  expect(results).toEqual([{ uploaded: 0, failed: 1, lastError: new Error("500: no") }]);
});

test("trying again sends only what failed, under the key it had", async () => {
  void queue.add([photo("a"), photo("b")]);
  await settle();
  await finish(({ fail }) => fail(new Error("no")));
  void queue.retry(["a", "b"]);
  expect(states()).toEqual(["a waiting", "b sending"]);
  await finish(({ done }) => done());
  await finish(({ done }) => done());
  expect(sendings.map(({ key }) => key)).toEqual(["a", "b", "a"]);
  expect(results.map(({ uploaded }) => uploaded)).toEqual([1, 1]);
});

test("a cancelled file is stopped or never sent, and counts nowhere", async () => {
  void queue.add([photo("a"), photo("b"), photo("c")]);
  await settle();
  queue.cancel("b");
  queue.cancel("a");
  await settle();
  expect(sendings[0]?.signal.aborted).toBe(true);
  expect(states()).toEqual(["c sending"]);
  await finish(({ done }) => done());
  expect(sendings.map(({ key }) => key)).toEqual(["a", "c"]);
  expect(results).toEqual([{ uploaded: 1, failed: 0, lastError: null }]);
});

test("nothing is reported when everything was cancelled", async () => {
  void queue.add([photo("a")]);
  await settle();
  queue.cancel("a");
  await settle();
  expect(results).toEqual([]);
});
