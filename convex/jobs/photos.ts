import { v } from "convex/values";
import { jobAction, jobMutation } from "../functions.ts";
import { withTrash } from "../model/context/trashMarks.ts";
import {
  cleanPhoto,
  continueCleaning,
  forgetTries as forget,
  swapFiles,
  vCleanedFile,
  vPhotoToClean,
} from "../model/photos/photoCleaning.ts";

/**
 * Removes private metadata from photos that were stored before uploads were cleaned, once in the life of a workspace.
 */
export const clean = jobMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await continueCleaning(withTrash(ctx));
    return null;
  },
});

/** Cleans the files of one photo. */
export const cleanOne = jobAction({
  args: vPhotoToClean.fields,
  returns: v.null(),
  handler: async (ctx, photo) => {
    await cleanPhoto(ctx, photo);
    return null;
  },
});

/** Replaces the files of a photo by the clean ones, and schedules the step for the next photo. */
export const swap = jobMutation({
  args: { ...vPhotoToClean.fields, files: v.array(vCleanedFile) },
  returns: v.null(),
  handler: async (ctx, step) => {
    await swapFiles(withTrash(ctx), step);
    return null;
  },
});

/** Resets the number of tries for the photo of the current step. */
export const forgetTries = jobMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await forget(ctx);
    return null;
  },
});
