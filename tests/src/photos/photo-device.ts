import { Blob as NodeBlob, File as NodeFile } from "node:buffer";
import { vi } from "vitest";
import type { NewPhoto } from "../../../src/lib/photos/optimistic-photo.ts";
import { newRequestKey } from "../../../src/lib/request-key.ts";
import type { Tab } from "../outbox/device.ts";
import { stubIndexedDb } from "../outbox/indexed-db.ts";
import { stubUploads } from "./fake-upload.ts";

class PlainForm extends Map<string, Blob | string | null> {
  append(field: string, value: Blob | string, name?: string): void {
    this.set(field, typeof value === "string" ? value : new File([value], name ?? ""));
  }

  override get(field: string): Blob | string | null {
    return super.get(field) ?? null;
  }
}

/** Gives the window an empty IndexedDB that stores files, and uploads that a test answers. */
export function stubPhotoDevice(): void {
  stubIndexedDb();
  stubUploads();
  // The fake IndexedDB stores only the blobs of Node, which the form of the test's DOM does not accept.
  vi.stubGlobal("Blob", NodeBlob);
  vi.stubGlobal("File", NodeFile);
  vi.stubGlobal("FormData", PlainForm);
}

/** Adds a photo to the unit "unit". Returns the id of its operation. */
export async function addPhoto(
  tab: Tab,
  name: string,
  fields: Partial<NewPhoto> & { bytes?: number } = {},
) {
  const { bytes = 10, ...other } = fields;
  const photo = new Blob([new Uint8Array(bytes)], { type: "image/jpeg" });
  const args: NewPhoto = {
    ...{ key: newRequestKey(), unitId: "unit", type: "before", name, size: bytes },
    ...{ caption: null, photoDate: null, takenAt: null, taskId: null, sha256: null },
    ...other,
  };
  return await tab.outbox.do("photo.add", args, {
    files: { photo, preview: new Blob(["small"]) },
  });
}
