import type { FunctionReference } from "convex/server";
import { getFunctionName } from "convex/server";
import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Editor } from "../../../src/lib/optimistic/block-change.ts";
import { keyOf, type Question, questionOf } from "../../../src/lib/answers/question.ts";
import { replay, storeOver } from "../../../src/lib/answers/replay.ts";
import type { Operation } from "../../../src/lib/outbox/operation.ts";
import { photoAdd } from "../../../src/lib/outbox/operations/photo-add.ts";
import type { NewPhoto } from "../../../src/lib/photos/optimistic-photo.ts";
import { photoOf, projectPhotoOf, unitOf } from "../support/records.ts";

const ana: Editor = {
  id: "ana" as Editor["id"],
  firstName: "Ana",
  lastName: "Silva",
  email: "ana@example.com",
};
const madeAt = Date.parse("2026-03-05T08:00:00.000Z");
const wall = { projectId: "project", cursor: null, limit: 100 } as const;

const added: Operation<NewPhoto> = {
  ...{ seq: 1, id: "op", kind: "photo.add", version: 1, record: "pending:op", text: "" },
  ...{ address: null, by: "ana", madeAt, madeOffline: true, dependsOn: [], state: "waiting" },
  ...{ tries: 0, refusal: null },
  args: {
    ...{ key: "op", unitId: "unit", type: "progress", name: "new.jpg", size: 10, caption: "New" },
    ...{ photoDate: null, takenAt: null, taskId: null, sha256: null },
  },
};

type Answer = [FunctionReference<"query">, Question["args"], unknown];

/** Returns the answers of these queries with the pending photo on top. */
function shownOver(...answers: Answer[]): unknown[] {
  const based = new Map(
    answers.map(([query, args, base]) => {
      const key = keyOf(getFunctionName(query), args);
      return [key, { question: questionOf(key), base }];
    }),
  );
  const apply = (store: ReturnType<typeof storeOver>) =>
    photoAdd.show?.(store, added, { person: ana, created: undefined });
  const replaced = replay(based, [{ id: "op", apply }]);
  return [...based].map(([key, { base }]) => (replaced.has(key) ? replaced.get(key) : base));
}

const names: Answer = [api.units.names, { projectId: "project" }, [{ id: "unit", name: "101" }]];
const onWall = (...photos: object[]) => ({ page: photos, continueCursor: null });

test("a photo that waits stands on the card of its unit, before the older ones [FIELD-03] [UNIT-06]", () => {
  const old = ["c", "b", "a"].map((id) => photoOf({ id, photoDate: "2026-03-02T12:00:00.000Z" }));
  const [units] = shownOver([
    api.units.list,
    { projectId: "project" },
    [unitOf({ recentPhotos: old }), unitOf({ id: "other", recentPhotos: old })],
  ]);
  expect(units).toMatchObject([
    { recentPhotos: [{ id: "pending:op", filename: "pending:op" }, { id: "c" }, { id: "b" }] },
    { recentPhotos: [{ id: "c" }, { id: "b" }, { id: "a" }] },
  ]);
});

test("a photo that waits stands among all of its project, once, where the filters let it through [FIELD-03] [COMPARE-02]", () => {
  const old = projectPhotoOf({ id: "old" });
  const stored = projectPhotoOf({
    ...{ id: "stored", type: "progress", originalName: "new.jpg" },
    createdAt: new Date(madeAt).toISOString(),
  });
  const [, all, ofStage, ofOtherStage, known] = shownOver(
    names,
    [api.photos.ofProject, wall, onWall(old)],
    [api.photos.ofProject, { ...wall, type: "progress" }, onWall(old)],
    [api.photos.ofProject, { ...wall, type: "before" }, onWall()],
    [api.photos.ofProject, { ...wall, unitId: "unit" }, onWall(stored)],
  );
  const pending = {
    id: "pending:op",
    unitName: "101",
    uploadedByName: "Ana Silva",
    caption: "New",
  };
  expect(all).toMatchObject({ page: [pending, { id: "old" }] });
  expect(ofStage).toMatchObject({ page: [pending, { id: "old" }] });
  expect(ofOtherStage).toEqual(onWall());
  expect(known).toEqual(onWall(stored));
});

test("a photo of another project stands on no wall of this one [COMPARE-02]", () => {
  const other: Answer = [api.units.names, { projectId: "project" }, [{ id: "x", name: "9" }]];
  const [, all] = shownOver(other, [api.photos.ofProject, wall, onWall()]);
  expect(all).toEqual(onWall());
});

test("what waits has the name of its unit, also when only that unit was read, as in the camera [FIELD-05]", () => {
  const unit = unitOf({ id: "unit", name: "B-204" });
  const key = keyOf(getFunctionName(api.units.get), { unitId: "unit" });
  const store = storeOver(new Map([[key, { question: questionOf(key), base: unit }]]), new Map());
  expect(photoAdd.textOf(added.args, store)).toBe("Progress photo of B-204: new.jpg");
  expect(photoAdd.addressOf?.(added.args, store)).toBe(
    "/projects/project/units?unit=unit&tab=photos",
  );
});
