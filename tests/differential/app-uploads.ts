import type { Id } from "../../convex/_generated/dataModel.js";
import { type FileKind, fileOf } from "../support/photo-files.ts";
import type { Engine } from "../support/workspace.ts";

/** Stores a file as if the session's upload URL had received it. */
export async function insertUpload(
  t: Pick<Engine, "run">,
  sessionId: Id<"sessions">,
  { kind, size }: { kind: FileKind; size: number },
): Promise<Id<"_storage">> {
  const bytes = fileOf(kind, size);
  const facts = { mimeType: "image/jpeg" as const, sentType: "", sha256: "0".repeat(64) };
  return await t.run(async (ctx) => {
    const storageId = await ctx.storage.store(new Blob([bytes]));
    const image = { ...facts, fileSize: bytes.length, pixels: 1 };
    const expiresAt = Date.now() + 3_600_000;
    await ctx.db.insert("photoUploads", { sessionId, expiresAt, storageId, image });
    return storageId;
  });
}
