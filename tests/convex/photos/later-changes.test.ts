import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { setupPhotos } from "../../support/photos.ts";
import { rowsOf } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

const start = Date.parse("2026-03-04T10:00:00.000Z");
const minute = 60_000;
const at = (minutes: number) => vi.setSystemTime(start + minutes * minute);
const madeAt = (minutes: number) => new Date(start + minutes * minute).toISOString();

/** Two photos of a unit; the manager is online and the supervisor comes back after 60 minutes. */
async function setupTwo() {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  const setup = await setupPhotos();
  const add = async () => await setup.create(await setup.upload("jpeg"), { type: "progress" });
  const [photo, other] = [await add(), await add()];
  const online = async (minutes: number, photoId: string, rotation: number) => {
    at(minutes);
    return await setup.manager.mutation(api.photos.update, { photoId, rotation });
  };
  const photoEvents = async () =>
    (await rowsOf(setup.t, "events")).filter(({ kind }) => kind === "photo.updated");
  return { ...setup, photoId: photo.id, otherId: other.id, online, photoEvents };
}

test("the later turn of a photo wins though the earlier one arrives after it, other fields stand, and history has both [CAM-04] [FIELD-07]", async () => {
  const { supervisor, online, photoId, photoEvents } = await setupTwo();
  await online(20, photoId, 180);
  at(60);
  const sent = { photoId, rotation: 90, caption: "The sink", madeAt: madeAt(10) };
  const answer = await supervisor.mutation(api.photos.update, sent);

  expect(answer).toMatchObject({ rotation: 180, caption: "The sink" });
  expect((await photoEvents()).at(-1)).toMatchObject({
    ...{ userId: supervisor.userId, at: start + 60 * minute, madeAt: start + 10 * minute },
    changes: [{ field: "caption", to: "The sink" }],
    overtaken: [{ field: "rotation", from: 180, to: 90 }],
  });
});

test("a turn made after another person's, or after that of another photo, is done when it arrives [CAM-04] [FIELD-07]", async () => {
  const { supervisor, online, photoId, otherId } = await setupTwo();
  await online(20, photoId, 180);
  await online(30, otherId, 180);
  at(60);
  const sent = { photoId, rotation: 90, madeAt: madeAt(25) };
  expect(await supervisor.mutation(api.photos.update, sent)).toMatchObject({ rotation: 90 });
});

test("a turn with a key is done once, over each door: the photo keeps what was done to it since [CAM-04] [FIELD-04]", async () => {
  const { supervisor, doors, sendJson, online, photoId, otherId, photoEvents } = await setupTwo();
  const sent = { rotation: 90, key: "turn" };
  const { headers } = doors.supervisor;
  const patch = async (made: number) =>
    await sendJson("PATCH", `/api/photos/${otherId}`, {
      ...{ headers, body: { ...sent, madeAt: madeAt(made) } },
    });
  const turn = async (made: number) =>
    await supervisor.mutation(api.photos.update, { photoId, ...sent, madeAt: madeAt(made) });
  await turn(0);
  await patch(0);
  await online(20, photoId, 180);
  await online(20, otherId, 180);

  expect(await turn(40)).toMatchObject({ rotation: 180 });
  expect(await patch(40)).toMatchObject({ status: 200, body: { rotation: 180 } });
  expect(await photoEvents()).toHaveLength(4);
});
