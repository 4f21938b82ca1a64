/** An import that `npx convex import` asks for. The file is on disk, in a folder of its own. */
export type ImportJob = {
  folder: string;
  format: "zip" | "jsonLines" | "jsonArray";
  mode: "requireEmpty" | "append" | "replace" | "replaceAll";
  /** The table of a file that holds one; null for a zip. */
  table: string | null;
};

/** The file of an import, in the folder of its own. */
export const uploadName = "upload";
