import { expect, test, vi } from "vitest";
import {
  makeShotFiles,
  type ShotFiles,
} from "../../../src/features/photos/camera/shots/shot-image.ts";
import {
  ShotEncoder,
  type ShotWorker,
  type WorkerAnswer,
} from "../../../src/features/photos/camera/shots/shot-encoder.ts";
import type { DrawImage } from "../../../src/features/photos/preview/drawn-image.ts";

const bitmap = (width: number, height: number) =>
  ({ width, height, close: () => undefined }) as ImageBitmap;

/** Writes the size instead of an image; like Safari, it cannot encode WebP. */
const drawn: DrawImage =
  (_bitmap, { width, height }) =>
  (type) =>
    Promise.resolve(
      type === "image/jpeg" ? new Blob([`${String(width)}x${String(height)}`], { type }) : null,
    );

const sizesOf = async ({ photo, preview }: ShotFiles) => [
  await photo.text(),
  await preview?.text(),
];

test.each([
  [4032, 3024, "2560x1920", "640x480"],
  [1080, 1920, "1080x1920", "360x640"],
  [5000, 10, "2560x5", "640x1"],
])(
  "a picture of %d by %d pixels becomes a JPEG of at most 2,560 and a preview [CAM-03]",
  async (width, height, ...sizes) => {
    const files = await makeShotFiles({ frame: bitmap(width, height), still: null }, drawn);
    expect(files.photo.type).toBe("image/jpeg");
    expect(await sizesOf(files)).toEqual(sizes);
  },
);

test("the camera's own still goes before the frame, and one that cannot be read does not lose the shot [CAM-03]", async () => {
  const read = vi.fn(() => Promise.resolve(bitmap(4000, 3000)));
  vi.stubGlobal("createImageBitmap", read);
  const picture = { frame: bitmap(640, 480), still: new Blob(["still"]) };
  expect(await sizesOf(await makeShotFiles(picture, drawn))).toEqual(["2560x1920", "640x480"]);

  read.mockRejectedValueOnce(new Error("no image"));
  expect(await sizesOf(await makeShotFiles(picture, drawn))).toEqual(["640x480", "640x480"]);
});

class FakeWorker extends EventTarget implements ShotWorker {
  readonly asked: { id: number }[] = [];
  isEnded = false;

  postMessage(message: unknown): void {
    this.asked.push(message as { id: number });
  }
  terminate(): void {
    this.isEnded = true;
  }
  say(data: WorkerAnswer): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

const picture = () => ({ frame: bitmap(4032, 3024), still: null });
const files = { photo: new Blob(["photo"]), preview: null };

test("pictures go to the worker once it is ready, and each answer to its shot [CAM-03]", async () => {
  const worker = new FakeWorker();
  const encoder = new ShotEncoder(() => worker);
  const [first, second] = [encoder.encode(picture()), encoder.encode(picture())];
  expect(worker.asked).toEqual([]);
  worker.say("ready");
  await vi.waitFor(() => expect(worker.asked).toHaveLength(2));
  const [one, two] = worker.asked.map(({ id }) => id);
  worker.say({ id: two ?? 0, error: "no memory" });
  worker.say({ id: one ?? 0, files });
  await expect(second).rejects.toThrow("no memory");
  expect(await first).toBe(files);
});

/**
 * Stubs the canvases of the page: each encodes the text "page", so that a test can tell its files from those of the
 * worker. The returned function counts the created elements.
 */
function stubPageCanvas(): () => number {
  const context = { fillRect: () => undefined, drawImage: () => undefined };
  const create = vi.spyOn(document, "createElement").mockImplementation(
    () =>
      ({
        getContext: () => context,
        toBlob: (done: (blob: Blob) => void, type: string) => done(new Blob(["page"], { type })),
      }) as unknown as HTMLElement,
  );
  return () => create.mock.calls.length;
}

test("without a worker, or with one that does not load, the page makes the files [CAM-03]", async () => {
  const canvases = stubPageCanvas();
  const none = await new ShotEncoder(() => null).encode(picture());
  expect(await none.photo.text()).toBe("page");

  const worker = new FakeWorker();
  const made = new ShotEncoder(() => worker).encode(picture());
  worker.dispatchEvent(new Event("error"));
  expect(await (await made).photo.text()).toBe("page");
  expect(worker.isEnded).toBe(true);
  expect(canvases()).toBe(4);
});

test("a worker that breaks fails the shots it had, and the next shot gets another one [CAM-03]", async () => {
  const workers = [new FakeWorker(), new FakeWorker()];
  const [broken, next] = workers;
  const encoder = new ShotEncoder(() => workers.shift() ?? null);
  const lost = encoder.encode(picture());
  broken?.say("ready");
  await vi.waitFor(() => expect(broken?.asked).toHaveLength(1));
  broken?.dispatchEvent(new Event("error"));
  await expect(lost).rejects.toThrow("The worker broke");

  const made = encoder.encode(picture());
  next?.say("ready");
  await vi.waitFor(() => expect(next?.asked).toHaveLength(1));
  next?.say({ id: next.asked[0]?.id ?? 0, files });
  expect(await made).toBe(files);
});
