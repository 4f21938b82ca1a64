import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { sha256HexOfBytes } from "../../../convex/lib/hash.ts";
import { fileOf } from "../../support/photo-files.ts";
import { setupPhotos } from "../../support/photos.ts";
import { everything, first, refusal, rowsOf } from "../../support/workspace.ts";

/** Sets up a unit with a task, and posts a photo of the task on request. */
async function setupTask() {
  const setup = await setupPhotos();
  const { manager, unitId, doors, templateIds } = setup;
  const [one, two] = await manager.mutation(api.tasks.assignToUnit, { unitId, templateIds });
  const other = await setup.newUnitWithTasks();
  const patch = async (photoId: unknown, body: unknown) =>
    await setup.sendJson("PATCH", `/api/photos/${String(photoId)}`, {
      headers: doors.supervisor.headers,
      body,
    });
  const elsewhere = first(other.taskIds);
  return { ...setup, taskId: one?.id ?? "", nextTaskId: two?.id ?? "", elsewhere, patch };
}

test("a photo keeps its task, when it was taken, its turn and the hash of what was sent [CAM-03]", async () => {
  const { post, taskId, list, card } = await setupTask();

  const sent = { taskId, takenAt: "2026-03-02T09:30:00.000Z", rotation: "270" };
  const { status, body } = await post(sent);

  expect(status).toBe(201);
  const sha256 = await sha256HexOfBytes(fileOf("jpeg"));
  expect(body).toMatchObject({ ...sent, rotation: 270, sha256, photoDate: sent.takenAt });
  expect(await list()).toEqual([body]);
  expect((await card()).recentPhotos).toEqual([body]);
});

test("both doors take the same fields of a photo [CAM-03]", async () => {
  const { manager, upload, unitId, taskId, list } = await setupTask();
  const storageId = await upload("jpeg");

  const taken = "2026-03-02T09:30:00.000Z";
  const photo = await manager.action(api.photos.create, {
    ...{ unitId, type: "completion", originalName: "wall.jpg", storageId },
    ...{ taskId, takenAt: taken, rotation: 90, madeAt: "2026-03-02T10:00:00.000Z" },
  });

  expect(photo).toMatchObject({ taskId, takenAt: taken, photoDate: taken, rotation: 90 });
  expect(await list()).toEqual([photo]);
});

test("a photo without these fields has none of them, and its day is of when it was made one [CAM-03]", async () => {
  const { t, post } = await setupTask();
  const madeAt = new Date(Date.now() - 3_600_000).toISOString();

  const { body } = await post({ madeAt });

  expect(body).toMatchObject({ taskId: null, takenAt: null, rotation: 0 });
  expect(body).toMatchObject({ photoDate: madeAt, createdAt: madeAt });
  const event = (await rowsOf(t, "events")).at(-1);
  expect(event).toMatchObject({ kind: "photo.added", madeAt: Date.parse(madeAt) });
});

test.each([
  ["taskId", "none"],
  ["taskId", ""],
  ["rotation", "45"],
  ["rotation", "right"],
  ["takenAt", "yesterday"],
  ["madeAt", "2026-03-02"],
])(
  "a photo with the %s %j answers 400 and leaves nothing behind [CAM-03]",
  async (field, value) => {
    const { t, post, fileIds } = await setupTask();
    const before = await everything(t);

    const answer = await post({ [field]: value });

    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: field }] } });
    expect(await everything(t)).toBe(before);
    expect(await fileIds()).toEqual([]);
  },
);

test("a task of another unit is none of a photo's [CAM-03]", async () => {
  const { post, patch, elsewhere, list } = await setupTask();
  const { body } = await post();

  const message = "The task does not belong to this unit";
  const refused = { status: 400, body: { message, errors: [{ path: "taskId", message }] } };
  expect(await post({ taskId: elsewhere })).toEqual(refused);
  expect(await patch(body["id"], { taskId: elsewhere })).toEqual(refused);
  expect(await list()).toEqual([body]);
});

test("a photo is turned, captioned and given to another task, and history tells it [CAM-04]", async () => {
  const { t, post, patch, taskId, nextTaskId, list, card } = await setupTask();
  const { body } = await post({ type: "before", taskId });
  const file = (await rowsOf(t, "photos"))[0]?.storageId;

  const changes = { rotation: 90, caption: " Sink ", taskId: nextTaskId };
  const answer = await patch(body["id"], changes);

  const turned = { ...body, ...changes, caption: "Sink" };
  expect(answer).toEqual({ status: 200, body: turned });
  expect(await list()).toEqual([turned]);
  expect((await card()).recentPhotos).toEqual([turned]);
  const event = (await rowsOf(t, "events")).at(-1);
  expect(event).toMatchObject({
    kind: "photo.updated",
    changes: [
      { field: "rotation", from: 0, to: 90 },
      { field: "caption", from: null, to: "Sink" },
      { field: "taskId", from: taskId, to: nextTaskId },
    ],
  });
  expect((await rowsOf(t, "photos"))[0]?.storageId).toBe(file);

  const emptied = await patch(body["id"], { rotation: 0, caption: "", taskId: null });
  expect(emptied.body).toEqual({ ...body, taskId: null });
});

test("what a photo cannot be changed to answers 400 and changes nothing [CAM-04, PHOTO-08]", async () => {
  const { t, post, patch } = await setupTask();
  const { body } = await post({ type: "before" });
  const before = await everything(t);

  for (const sent of [
    ...[{}, { rotation: 45 }, { rotation: "90" }, { rotation: null }, { taskId: "" }],
    ...[{ taskId: 5 }, { caption: "c".repeat(1001) }, { rotation: 90, photoDate: "2026-03-02" }],
  ]) {
    expect(await patch(body["id"], sent)).toMatchObject({ status: 400 });
  }
  expect(await everything(t)).toBe(before);
});

test("a rotation of -0 turns a photo upright too [CAM-04]", async () => {
  const { post, manager } = await setupTask();
  const { body } = await post({ type: "before", rotation: "90" });

  const sent = { photoId: String(body["id"]), rotation: -0 };
  expect((await manager.mutation(api.photos.update, sent)).rotation).toBe(0);
});

test("a deleted task leaves its photos, which have no task then [CAM-03]", async () => {
  const { post, manager, taskId, list, card } = await setupTask();
  const { body: older } = await post({ taskId, photoDate: "2026-03-01" });
  const { body: newer } = await post({ taskId, photoDate: "2026-03-02" });

  await manager.mutation(api.tasks.remove, { taskId });

  const left = [newer, older].map((photo) => ({ ...photo, taskId: null }));
  expect(await list()).toEqual(left);
  expect((await card()).recentPhotos).toEqual(left);
});

test("the same file in a unit is found by its hash, in either case of letters [CAM-05]", async () => {
  const { post, send, doors, unitId, manager, list } = await setupTask();
  const { body: older } = await post({ photoDate: "2026-03-01" });
  const { body: newer } = await post({ photoDate: "2026-03-02", type: "before" });
  await post({ photo: new File([fileOf("png")], "a.png", { type: "image/png" }) });
  const sha256 = await sha256HexOfBytes(fileOf("jpeg"));
  const { headers } = doors.supervisor;
  const find = async (hash: string, id: string = unitId) =>
    await send("GET", `/api/units/${id}/photos?sha256=${hash}`, { headers });

  const found = { status: 200, body: [newer, older] };
  expect(await find(sha256)).toEqual(found);
  expect(await find(sha256.toUpperCase())).toEqual(found);
  expect(await manager.query(api.photos.list, { unitId, sha256 })).toEqual([newer, older]);
  expect(await find("0".repeat(64))).toEqual({ status: 200, body: [] });
  expect(await list()).toHaveLength(3);
  for (const wrong of ["", "0", "g".repeat(64), `${sha256}0`])
    expect(await find(wrong)).toMatchObject({
      status: 400,
      body: { errors: [{ path: "sha256" }] },
    });
  await expect(manager.query(api.photos.list, { unitId, sha256: "0" })).rejects.toMatchObject(
    refusal("invalid"),
  );
});

test("photos of earlier versions have no hash, no turn and no task [CAM-03, GEN-06]", async () => {
  const { t, post, list, patch } = await setupTask();
  const { body } = await post();
  await t.run(async (ctx) => {
    const photo = await ctx.db.query("photos").first();
    if (photo !== null) await ctx.db.patch("photos", photo._id, { sha256: undefined });
  });

  const bare = { taskId: null, takenAt: null, rotation: 0, sha256: null };
  expect(await list()).toEqual([{ ...body, ...bare }]);
  expect(await patch(body["id"], { rotation: 180 })).toMatchObject({ body: { rotation: 180 } });
});
