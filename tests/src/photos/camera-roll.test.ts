import { expect, test } from "vitest";
import type { Shot } from "../../../src/features/photos/sending/add-photos.ts";
import { CameraRoll } from "../../../src/features/photos/camera/shots/camera-roll.ts";
import type {
  ShotFiles,
  ShotPicture,
} from "../../../src/features/photos/camera/shots/shot-image.ts";

const place = { projectId: "project", unitId: "unit", type: "before", taskId: "task" } as const;
const taken = () => ({ tile: null, picture: Promise.resolve({} as ShotPicture) });
const files: ShotFiles = { photo: new Blob(["jpeg"], { type: "image/jpeg" }), preview: null };

test("a shot has its tile in the very call and is handed over once with its moment, stage and task [CAM-01] [CAM-03]", async () => {
  let finish: (files: ShotFiles) => void = () => undefined;
  const handed: [object, Shot][] = [];
  const roll = new CameraRoll(
    () => new Promise((resolve) => (finish = resolve)),
    (...photo) => handed.push(photo),
  );
  const at = new Date(2026, 2, 4, 9, 5, 7);
  const done = roll.take(place, taken(), at);
  expect(roll.snapshot().map(({ state }) => state)).toEqual(["making"]);
  expect(handed).toEqual([]);
  await Promise.resolve();
  await Promise.resolve();
  finish(files);
  expect(await done).toBe(true);
  expect(roll.snapshot().map(({ state }) => state)).toEqual(["made"]);
  expect(handed).toHaveLength(1);
  const [to, shot] = handed[0] ?? [];
  expect(to).toEqual(place);
  expect(shot).toMatchObject({
    ...{ key: roll.snapshot()[0]?.key, taskId: "task", takenAt: at.toISOString() },
    ...{ name: "before 2026-03-04 09-05-07.jpg", preview: null, isTakenHere: true },
  });
  expect(shot?.file.type).toBe("image/jpeg");
});

test("20 shots are handed over each once, the newest is first in the strip, and one that fails leaves the others alone [CAM-01]", async () => {
  const handed: string[] = [];
  let count = 0;
  const roll = new CameraRoll(
    () => (count++ === 3 ? Promise.reject(new Error("no memory")) : Promise.resolve(files)),
    (_place, { key }) => handed.push(key),
  );
  const results = await Promise.all(Array.from({ length: 20 }, () => roll.take(place, taken())));
  expect(results.filter((isKept) => !isKept)).toHaveLength(1);
  expect(new Set(handed).size).toBe(19);
  const states = roll.snapshot().map(({ state }) => state);
  expect(states.filter((state) => state === "made")).toHaveLength(19);
  expect(states[16]).toBe("failed");
});
