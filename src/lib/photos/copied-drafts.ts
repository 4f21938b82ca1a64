import type { CopiedRow, Place } from "../device/copied-row.ts";
import type { Copied } from "../device/copy-line.ts";
import { fileOf, type KeptFile } from "../device/kept-file.ts";
import { fileIn, type KeptDraft, placeOf, type Schema } from "./kept-drafts.ts";

/** The chosen photos as their second copy has them. */
export const copiedDrafts: Copied<Schema> = {
  stores: ["drafts", "files"],
  rows: async (database) => {
    const look = database.transaction(["drafts", "files"]);
    const rows = (await look.objectStore("drafts").getAll()).map(copyOf);
    for await (const { key, value } of look.objectStore("files")) {
      const file = fileIn(value);
      if (file) rows.push(fileRow([key, file]));
    }
    return rows;
  },
  restore: async (change, rows) => {
    const drafts = change.objectStore("drafts");
    const files = change.objectStore("files");
    for (const { store, key, value } of rows)
      if (store === "drafts" && (await drafts.getKey(key)) === undefined)
        await drafts.put(value as KeptDraft, key);
    const chosen = new Set(
      (await drafts.getAll()).flatMap((draft) => draft.files.map((each) => each.key)),
    );
    for (const { key, files: copied } of rows) {
      const isLacking = chosen.has(key) && (await files.getKey(key)) === undefined;
      if (copied?.["file"] && isLacking) await files.put(copied["file"], key);
    }
  },
};

/** The row of a draft. */
export function copyOf(draft: KeptDraft): CopiedRow {
  return { store: "drafts", key: placeOf(draft), value: draft };
}

/** The row of a chosen file under its key. */
export function fileRow([key, file]: readonly [string, KeptFile]): CopiedRow {
  return { ...filePlace(key), value: null, files: { file: fileOf(file) } };
}

export function filePlace(key: string): Place {
  return { store: "files", key };
}
