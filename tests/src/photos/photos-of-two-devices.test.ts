import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { table } from "../../../src/lib/outbox/operations/table.ts";
import { Device } from "../outbox/device.ts";
import { ofServer } from "../support/of-server.ts";
import { FakeUpload } from "./fake-upload.ts";
import { addPhoto, stubPhotoDevice } from "./photo-device.ts";

let devices: Device[];

beforeEach(() => {
  stubPhotoDevice();
  vi.useFakeTimers({ toFake: ["Date"] });
  devices = [];
});
afterEach(() => {
  for (const device of devices) device.end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const seen = (look: () => void) => vi.waitFor(look, { interval: 5, timeout: 5000 });

async function openAway(person: string) {
  const device = new Device({ serve: () => null });
  devices.push(device);
  return await device.open(person, { isConnected: false, kinds: table });
}

test("a file that two devices add without a line is stored from both, because nobody can be asked when it is sent, and a photo too many is deleted more easily than a lost one is made [CAM-05] [FIELD-04]", async () => {
  const stored = () => [...FakeUpload.stored.values()];
  vi.stubGlobal("fetch", () => Promise.resolve(ofServer(Response.json(stored()))));
  const photo = { sha256: "a".repeat(64), taskId: "sink" };
  const phone = await openAway("ana");
  await addPhoto(phone, "a.jpg", photo);
  vi.setSystemTime(Date.now() + 1);
  const tablet = await openAway("ben");
  await addPhoto(tablet, "a.jpg", { ...photo, taskId: "drain" });
  // The tablet has to try again, and asks for its photo by its hash: the one of the phone does not stand for it.
  FakeUpload.answers = [{ status: 201 }, "cut"];
  phone.line.restore();
  await seen(() => expect(phone.operations()).toEqual([]));
  tablet.line.restore();
  await seen(() => expect(FakeUpload.sent).toHaveLength(2));
  tablet.line.cut();
  tablet.line.restore();
  await seen(() => expect(tablet.operations()).toEqual([]));
  expect(FakeUpload.stored.size).toBe(2);
  expect(FakeUpload.sent.map((form) => form.get("taskId"))).toEqual(["sink", "drain", "drain"]);
});
