import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";

/** A photo of a unit. */
export type Photo = FunctionReturnType<typeof api.photos.list>[number];

/** The stage of the work at which a photo was taken. */
export type PhotoType = Photo["type"];
