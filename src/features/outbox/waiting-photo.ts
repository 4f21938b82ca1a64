import { toast } from "../../components/ui/toast.ts";
import { downloadFile } from "../../lib/download-file.ts";
import type { Operation } from "../../lib/outbox/operation.ts";
import { outbox } from "../../lib/outbox/outbox.ts";
import { photoGone } from "../../lib/photos/send-photo.ts";

/** True for an operation that adds a photo. */
export function isPhoto({ kind }: Operation): boolean {
  return kind === "photo.add";
}

/** Saves the file of a photo outside of the app, because the server may never take it. */
export async function savePhoto({ id, args }: Operation): Promise<void> {
  const files = await outbox.files(id).catch(() => null);
  const photo = files?.["photo"];
  if (photo === undefined)
    toast({ title: "Error", description: photoGone, variant: "destructive" });
  else downloadFile((args as { name: string }).name, photo);
}
