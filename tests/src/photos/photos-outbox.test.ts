import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refusalOf } from "../../../src/features/photos/sending/upload-report.ts";
import { table } from "../../../src/lib/outbox/operations/table.ts";
import { photoGone } from "../../../src/lib/photos/send-photo.ts";
import { newRequestKey } from "../../../src/lib/request-key.ts";
import { Device } from "../outbox/device.ts";
import { FakeUpload } from "./fake-upload.ts";
import { addPhoto as add, stubPhotoDevice } from "./photo-device.ts";
import { ofServer } from "../support/of-server.ts";

let device: Device;

beforeEach(() => {
  stubPhotoDevice();
  device = new Device({ serve: () => null });
});
afterEach(() => {
  device.end();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const seen = (look: () => void) => vi.waitFor(look, { interval: 5, timeout: 5000 });
const open = (isConnected = true) => device.open("ana", { isConnected, kinds: table });
const sentNames = () => FakeUpload.sent.map((form) => (form.get("photo") as File).name);

test("a browser that keeps no files, as a private window of Safari, keeps the bytes of photos [FIELD-03] [FIELD-04]", async () => {
  const put = Reflect.get(IDBObjectStore.prototype, "put") as (...args: unknown[]) => IDBRequest;
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (
    this: IDBObjectStore,
    ...args: [object, IDBValidKey?]
  ) {
    if (Object.values(args[0]).some((part) => part instanceof Blob))
      throw new DOMException("Error preparing Blob/File data", "UnknownError");
    return Reflect.apply(put, this, args) as IDBRequest<IDBValidKey>;
  });
  const tab = await open(false);
  const id = await add(tab, "a.jpg", { bytes: 12 });
  expect((await tab.outbox.files(id))?.["photo"]?.type).toBe("image/jpeg");
  tab.kill();

  await open();
  await seen(() => expect(sentNames()).toEqual(["a.jpg"]));
  expect(FakeUpload.sent[0]?.get("photo")).toMatchObject({ size: 12 });
});

test("photos taken without a line outlive the tab, and arrive once with their files, times and tasks [FIELD-03] [FIELD-04] [FIELD-10]", async () => {
  const tab = await open(false);
  const takenAt = "2026-03-02T10:00:00.000Z";
  const ids = [await add(tab, "a.jpg", { takenAt, taskId: "task" }), await add(tab, "b.jpg")];
  const made = tab.operations().map(({ madeAt }) => new Date(madeAt).toISOString());
  expect(tab.operations().map(({ text }) => text)).toEqual([
    "Before photo: a.jpg",
    "Before photo: b.jpg",
  ]);
  tab.kill();
  expect(FakeUpload.sent).toEqual([]);

  const next = await open();
  await seen(() => expect(next.operations()).toEqual([]));
  expect(FakeUpload.sent.map((form) => form.get("key"))).toEqual(ids);
  expect(FakeUpload.sent.map((form) => form.get("madeAt"))).toEqual(made);
  expect([...FakeUpload.stored.values()]).toMatchObject([{ takenAt }, { takenAt: null }]);
  expect(FakeUpload.sent.map((form) => form.get("taskId"))).toEqual(["task", null]);
  expect(FakeUpload.sent.every((form) => form.has("preview"))).toBe(true);
  expect(await next.outbox.files(ids[0] ?? "")).toBeNull();
});

test("a photo taken with a clock that is a day ahead arrives with the day on which it was taken [CAM-03] [FIELD-04]", async () => {
  const tab = await open(false);
  tab.line.clockLag = () => -24 * 60 * 60_000;
  await add(tab, "a.jpg", { takenAt: "2026-03-03T10:00:00.000Z" });
  await add(tab, "chosen.jpg");
  tab.line.restore();
  await seen(() => expect(tab.operations()).toEqual([]));
  const times = [...FakeUpload.stored.values()].map(({ takenAt }) => takenAt);
  expect(times).toEqual(["2026-03-02T10:00:00.000Z", null]);
});

test("a photo is sent in the name of its author, because the cookie may be another person's by then [FIELD-08]", async () => {
  const tab = await open();
  await tab.outbox.confirmed(await add(tab, "a.jpg"));
  expect(FakeUpload.sent.map((form) => form.get("by"))).toEqual(["ana"]);
});

test("a photo whose task was deleted before it was sent stays with its unit [FIELD-06] [CAM-03]", async () => {
  const message = "The task does not belong to this unit";
  const body = JSON.stringify({ message, errors: [{ path: "taskId", message }] });
  FakeUpload.answers = [{ status: 400, body }];
  const tab = await open();
  const id = await add(tab, "a.jpg", { taskId: "deleted" });
  expect(await tab.outbox.confirmed(id)).toBe("confirmed");
  expect(FakeUpload.sent.map((form) => form.get("taskId"))).toEqual(["deleted", null]);
  expect(FakeUpload.sent.map((form) => form.get("key"))).toEqual([id, id]);
  expect(FakeUpload.stored.size).toBe(1);
});

test("a refusal says what is true: the image, or that its file is gone from this device [FIELD-06]", () => {
  const refusal = (code: string, message: string) => refusalOf(new ConvexError({ code, message }));
  expect(refusal("not_found", photoGone)).toBe("Not on this device");
  expect(refusal("not_found", "Unit not found")).toBe("Unit deleted");
  expect(refusal("invalid", "400: File a.jpg is not a valid image")).toBe("Not a valid image");
});

test("three go at once, the smallest first [FIELD-10]", async () => {
  FakeUpload.answerTo = () => "never";
  const tab = await open(false);
  for (const [name, bytes] of Object.entries({ big: 90, small: 10, middle: 50, tiny: 5 })) {
    await add(tab, name, { bytes });
  }
  tab.line.restore();
  await seen(() => expect(sentNames()).toEqual(["tiny", "small", "middle"]));
  FakeUpload.open[1]?.answer({ status: 201 });
  await seen(() => expect(sentNames()).toEqual(["tiny", "small", "middle", "big"]));
  expect(FakeUpload.mostAtOnce).toBe(3);
});

test("a photo whose line is cut is sent again and waits all the while; it has not failed [FIELD-10]", async () => {
  FakeUpload.answers = ["cut", "cut", "cut", "cut", "cut"];
  const tab = await open();
  await add(tab, "a.jpg");
  for (let tries = 1; tries <= 5; tries++) {
    await seen(() => expect(FakeUpload.sent).toHaveLength(tries));
    await seen(() => expect(FakeUpload.open).toEqual([]));
    expect(tab.operations()).toMatchObject([{ refusal: null }]);
    tab.line.cut();
    tab.line.restore();
  }
  await seen(() => expect(tab.operations()).toEqual([]));
  expect(FakeUpload.stored.size).toBe(1);
});

test("a tab that dies while it sends leaves the photo to the next one, and the server has it once [FIELD-04] [FIELD-10]", async () => {
  FakeUpload.answers = ["never"];
  const tab = await open();
  const id = await add(tab, "a.jpg");
  await seen(() => expect(FakeUpload.open).toHaveLength(1));
  tab.kill();
  FakeUpload.open[0]?.answer({ status: 201 });
  const next = await open();
  await seen(() => expect(next.operations()).toEqual([]));
  expect(FakeUpload.sent.map((form) => form.get("key"))).toEqual([id, id]);
  expect(FakeUpload.stored.size).toBe(1);
});

test("a photo that arrived and whose answer was lost is found by its hash, and its bytes go no second time [FIELD-10]", async () => {
  FakeUpload.answers = ["lost"];
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return Promise.resolve(ofServer(Response.json([...FakeUpload.stored.values()])));
  });
  const tab = await open();
  const sha256 = "a".repeat(64);
  await add(tab, "a.jpg", { sha256 });
  await seen(() => expect(FakeUpload.stored.size).toBe(1));
  tab.line.cut();
  tab.line.restore();
  await seen(() => expect(tab.operations()).toEqual([]));
  expect(FakeUpload.sent).toHaveLength(1);
  expect(asked).toEqual([`/api/units/unit/photos?sha256=${sha256}`]);
});

test("a refused photo stays with its files and reason, holds up no other, and can be sent again [FIELD-06]", async () => {
  const message = "Unit not found";
  FakeUpload.answerTo = (name) =>
    name === "a.jpg" ? { status: 404, body: JSON.stringify({ message }) } : { status: 201 };
  const tab = await open();
  const id = await add(tab, "a.jpg");
  await add(tab, "b.jpg");
  await seen(() =>
    expect(tab.operations()).toMatchObject([
      { id, state: "refused", refusal: { code: "not_found", message: `404: ${message}` } },
    ]),
  );
  expect(await tab.outbox.files(id)).not.toBeNull();
  FakeUpload.answerTo = () => ({ status: 201 });
  await tab.outbox.retry(id);
  await seen(() => expect(tab.operations()).toEqual([]));
  expect(FakeUpload.stored.size).toBe(2);
});

test("a photo added twice under one key is one photo [FIELD-04]", async () => {
  const tab = await open(false);
  const key = newRequestKey();
  await add(tab, "a.jpg", { key });
  await add(tab, "a.jpg", { key });
  expect(tab.operations().map(({ id }) => id)).toEqual([key]);
});

test("a page of a network that wants a sign-in is no answer of the server [FIELD-10]", async () => {
  FakeUpload.answers = [{ status: 200, body: "<!doctype html>Welcome to our hotel" }];
  const tab = await open();
  await add(tab, "a.jpg");
  await seen(() => expect(FakeUpload.sent).toHaveLength(1));
  await seen(() => expect(FakeUpload.open).toEqual([]));
  expect(tab.operations()).toMatchObject([{ refusal: null }]);
  tab.line.cut();
  tab.line.restore();
  await seen(() => expect(tab.operations()).toEqual([]));
  expect(FakeUpload.stored.size).toBe(1);
});

test("a photo that the device could not keep counts as new when it comes again without a line [FIELD-04]", async () => {
  FakeUpload.answerTo = () => "never";
  const tab = await open();
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("Full", "QuotaExceededError");
  });
  const key = newRequestKey();
  await expect(add(tab, "a.jpg", { key })).rejects.toThrow("Full");
  put.mockRestore();
  tab.line.cut();
  await add(tab, "a.jpg", { key });
  expect(tab.operations()).toMatchObject([{ state: "waiting", tries: 0 }]);

  tab.line.restore();
  await seen(() => expect(sentNames()).toEqual(["a.jpg"]));
  expect(tab.operations()).toMatchObject([{ state: "sending", tries: 1 }]);
});

/**
 * Expects that a photo waits with its file after each of these answers in the server's place, and arrives after the last
 * one.
 */
async function expectToOutlast(answers: readonly { status: number; body: string }[]) {
  FakeUpload.answers = answers.map((answer) => ({ ...answer, isOfOther: true }));
  const tab = await open();
  const id = await add(tab, "a.jpg");
  for (const [at] of answers.entries()) {
    await seen(() => expect(FakeUpload.sent).toHaveLength(at + 1));
    await seen(() => expect(FakeUpload.open).toEqual([]));
    expect(tab.operations()).toMatchObject([{ id, refusal: null }]);
    expect(await tab.outbox.files(id)).not.toBeNull();
    tab.line.cut();
    tab.line.restore();
  }
  await seen(() => expect(tab.operations()).toEqual([]));
  expect(FakeUpload.stored.size).toBe(1);
}

test("JSON of a gateway that is no photo confirms none: the photo waits with its file and goes later [FIELD-04] [FIELD-10]", async () => {
  const bodies = ['{"error":"login required"}', "{}", "null", "[]", '"ok"'];
  await expectToOutlast(bodies.map((body) => ({ status: 200, body })));
});

test("a photo that is asked for by its hash waits while a network answers with its sign-in page [FIELD-05] [FIELD-10]", async () => {
  FakeUpload.answers = ["cut"];
  let asked = 0;
  const fetching = vi.fn(() => {
    asked += 1;
    return Promise.resolve(new Response("<!doctype html>Welcome to our hotel"));
  });
  vi.stubGlobal("fetch", fetching);
  const tab = await open();
  const id = await add(tab, "a.jpg", { sha256: "a".repeat(64) });
  await seen(() => expect(FakeUpload.sent).toHaveLength(1));
  for (let times = 1; times <= 4; times++) {
    tab.line.cut();
    tab.line.restore();
    await seen(() => expect(asked).toBe(times));
    expect(tab.operations()).toMatchObject([{ id, refusal: null }]);
  }
  vi.stubGlobal("fetch", () => Promise.resolve(ofServer(Response.json([]))));
  tab.line.cut();
  tab.line.restore();
  await seen(() => expect(tab.operations()).toEqual([]));
  expect(FakeUpload.stored.size).toBe(1);
});

test("a photo waits while a network wants a sign-in, or a gateway does not reach the server, whatever number they say it with, as a page or as JSON [FIELD-05] [FIELD-06] [FIELD-10]", async () => {
  const statuses = [400, 401, 403, 404, 407, 409, 413, 500, 500, 500, 502, 511, 520, 530, 200, 201];
  const bodies = ["<!doctype html>", '{"message":"Unauthorized"}'];
  await expectToOutlast(bodies.flatMap((body) => statuses.map((status) => ({ status, body }))));
});
