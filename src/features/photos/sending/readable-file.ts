import { toast } from "../../../components/ui/toast.ts";
import { DraftDatabase } from "../../../lib/photos/draft-database.ts";
import type { StagedFile } from "./staged-photos.ts";

/**
 * The file of a chosen photo. A browser reads a chosen file no more after another program has changed, moved or deleted
 * it; the result is then the copy on this device, or null without one.
 */
export async function readableFile({ key, file, name }: StagedFile): Promise<File | null> {
  if (await canRead(file)) return file;
  const kept = await new DraftDatabase().file(key).catch(() => null);
  if (kept === null || !(await canRead(kept))) return null;
  return kept instanceof File ? kept : new File([kept], name, { type: kept.type });
}

/** Says that a chosen photo was not added, because its file cannot be read. */
export function tellUnreadable(name: string): void {
  const description = `${name} was changed, moved or deleted after it was chosen. Leave it out and choose it again.`;
  toast({ title: "Photo not added", description, variant: "destructive" });
}

async function canRead(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
