import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendPhoto } from "../../../src/lib/photos/send-photo.ts";
import { Unreachable } from "../../../src/lib/server-answer.ts";
import { FakeUpload, stubUploads } from "./fake-upload.ts";

beforeEach(() => {
  vi.useFakeTimers();
  stubUploads();
  FakeUpload.answerTo = () => "never";
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an upload that has not moved for 30 s counts as cut, and one that moves goes on [FIELD-10]", async () => {
  const file = { photo: new File(["photo"], "a.jpg"), name: "a.jpg" };
  const { signal } = new AbortController();
  const sending = sendPhoto({ key: "key" }, file, { signal, onProgress: () => undefined });
  const cut = expect(sending).rejects.toThrow(Unreachable);
  const [request] = FakeUpload.open;

  for (let loaded = 1; loaded <= 3; loaded++) {
    await vi.advanceTimersByTimeAsync(29_000);
    request?.upload.onprogress?.({ loaded, total: 10 });
  }
  await vi.advanceTimersByTimeAsync(29_000);
  expect(FakeUpload.open).toEqual([request]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(FakeUpload.open).toEqual([]);
  await cut;
});
