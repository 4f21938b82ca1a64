import { literals } from "convex-helpers/validators";
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { photoTypes, rotations } from "../rules/labels.ts";
import { trashMark } from "./trash.ts";

export const vPhotoType = literals(...photoTypes);
export const vRotation = literals(...rotations);

/** The fields that photos of earlier versions do not have. */
const photoFields = {
  taskId: v.optional(v.id("tasks")),
  takenAt: v.optional(v.number()),
  /** The clockwise rotation in degrees; missing for none. */
  rotation: v.optional(vRotation),
  /** The SHA-256 of the sent bytes, in hexadecimal. */
  sha256: v.optional(v.string()),
};

/** The copy of a photo that its unit's row holds, so that a grid of units is one indexed read. */
export const vRecentPhoto = v.object({
  id: v.id("photos"),
  type: vPhotoType,
  filename: v.string(),
  originalName: v.optional(v.string()),
  fileSize: v.optional(v.number()),
  mimeType: v.optional(v.string()),
  uploadedBy: v.optional(v.id("users")),
  caption: v.optional(v.string()),
  photoDate: v.number(),
  createdAt: v.number(),
  ...photoFields,
});

/** The photos of units. */
export const photoTables = {
  photos: defineTable({
    unitId: v.id("units"),
    projectId: v.id("projects"),
    type: vPhotoType,
    filename: v.string(),
    originalName: v.optional(v.string()),
    fileSize: v.optional(v.number()),
    mimeType: v.optional(v.string()),
    uploadedBy: v.optional(v.id("users")),
    caption: v.optional(v.string()),
    photoDate: v.number(),
    createdAt: v.number(),
    storageId: v.id("_storage"),
    previewId: v.optional(v.id("_storage")),
    ...photoFields,
    /**
     * True when its files are free of private metadata, false when they are not readable; missing until a job has
     * checked them.
     */
    isClean: v.optional(v.boolean()),
    ...trashMark,
  })
    .index("isClean", ["isClean"])
    .index("unitId_photoDate_createdAt", ["unitId", "photoDate", "createdAt"])
    .index("unitId_type", ["unitId", "type"])
    .index("unitId_trashId", ["unitId", "trashId"])
    .index("unitId_sha256", ["unitId", "sha256"])
    .index("taskId_photoDate_createdAt", ["taskId", "photoDate", "createdAt"])
    .index("projectId_photoDate_createdAt", ["projectId", "photoDate", "createdAt"])
    .index("projectId_type_photoDate_createdAt", ["projectId", "type", "photoDate", "createdAt"])
    .index("projectId_uploadedBy_photoDate_createdAt", [
      "projectId",
      "uploadedBy",
      "photoDate",
      "createdAt",
    ])
    .index("projectId_type_uploadedBy_photoDate_createdAt", [
      "projectId",
      "type",
      "uploadedBy",
      "photoDate",
      "createdAt",
    ])
    .index("filename", ["filename"])
    .index("storageId", ["storageId"])
    .index("previewId", ["previewId"]),
};
