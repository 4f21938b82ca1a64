import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { jobQuery } from "./functions.ts";
import * as Photos from "./model/photos.ts";
import { requireStaff } from "./model/viewer.ts";

/** Where the bytes of a photo are, for the image route alone. */
export const image = jobQuery({
  args: { session: v.string(), filename: v.string(), size: literals("original", "preview") },
  returns: Photos.vImage,
  handler: async (ctx, { session, filename, size }) => {
    await requireStaff(ctx, session, "project:read");
    return await Photos.requireImage(ctx, filename, size);
  },
});
