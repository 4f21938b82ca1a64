import { api } from "../../../../convex/_generated/api.js";
import { PHOTO_STAGE } from "../../photos/photo.ts";
import type { UnitPhoto } from "../../photos/optimistic-photo.ts";
import { applyTurn, type SentTurn } from "../../photos/optimistic-turn.ts";
import type { Description, Shown } from "../operation.ts";
import { actOf } from "./act.ts";
import { unitAddress, unitName } from "./names.ts";

/** A new rotation of a photo. */
export const photoTurn: Description<SentTurn> = {
  version: 1,
  recordOf: ({ photoId }) => photoId,
  textOf: ({ photoId }, shown) => {
    const photo = findPhoto(shown, photoId);
    if (photo === undefined) return "A photo: Turned";
    const unit = unitName(shown, photo.unitId);
    const stage = `${PHOTO_STAGE[photo.type]} photo`;
    return `${unit === undefined ? stage : `${stage} of ${unit}`}: Turned`;
  },
  addressOf: ({ photoId }, shown) => {
    const photo = findPhoto(shown, photoId);
    return photo === undefined ? null : unitAddress(shown, photo.unitId, "photos");
  },
  show: (store, { args }) => applyTurn(store, args),
  send: (operation, { mutation }) =>
    mutation(api.photos.update, { ...operation.args, ...actOf(operation) }),
};

function findPhoto(shown: Shown, photoId: string): UnitPhoto | undefined {
  const ofUnits = shown.getAllQueries(api.photos.list).flatMap(({ value }) => value ?? []);
  const ofProjects = shown
    .getAllQueries(api.photos.ofProject)
    .flatMap(({ value }) => value?.page ?? []);
  return [...ofUnits, ...ofProjects].find(({ id }) => id === photoId);
}
