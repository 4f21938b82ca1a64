/** An import that `npx convex import` asks for. The file is on disk, in a folder of its own. */
export type ImportJob = {
  folder: string;
  format: "zip" | "jsonLines" | "jsonArray";
  mode: "requireEmpty" | "append" | "replace" | "replaceAll";
  /** The table of a file with one table; null for a zip. */
  table: string | null;
};

/** The name of the uploaded file in the folder of its import. */
export const uploadName = "upload";
