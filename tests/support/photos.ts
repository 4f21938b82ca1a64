import { api } from "../../convex/_generated/api.js";
import type { Id } from "../../convex/_generated/dataModel.js";
import { setupHttpDoor } from "./http-door.ts";
import { type FileKind, fileOf } from "./photo-files.ts";
import { uploadBytes } from "./uploads.ts";
import { first } from "./workspace.ts";

/** Sets up a unit, and the two ways to add photos: a form over HTTP, and uploaded files over the live connection. */
export async function setupPhotos() {
  const door = await setupHttpDoor();
  const { t, manager, doors } = door;
  const { projectId, unitIds } = await door.newProject(["101"]);
  const unitId = first(unitIds);

  /** Sends POST /api/photos as the manager. The fields replace the default ones; null omits a field. */
  const post = async (
    fields: Record<string, string | Blob | null> = {},
    headers: Record<string, string> = doors.manager.headers,
  ) => {
    const body = new FormData();
    const usual = { photo: namedFile("wall.jpg", "jpeg"), unitId, type: "progress" };
    for (const [name, value] of Object.entries({ ...usual, ...fields }))
      if (value !== null) body.append(name, value);
    const answer = await door.send("POST", "/api/photos", { body, headers });
    return { status: answer.status, body: answer.body as Record<string, unknown> };
  };

  /** Uploads a file of this kind in the manager's name. */
  const upload = async (kind: FileKind, { size = 0, type = "image/jpeg" } = {}) =>
    await uploadBytes(manager, fileOf(kind, size), type);

  const create = async (storageId: string, more: Record<string, string | null> = {}) =>
    await manager.action(api.photos.create, {
      ...{ unitId, type: "progress", originalName: "wall.jpg", storageId, ...more },
    });

  const files = async () =>
    await t.run(async (ctx) => await ctx.db.system.query("_storage").collect());
  const fileIds = async (): Promise<Id<"_storage">[]> => (await files()).map(({ _id }) => _id);
  const list = async () => await manager.query(api.photos.list, { unitId });
  const card = async () => await manager.query(api.units.get, { unitId });

  return { ...door, projectId, unitId, post, upload, create, fileIds, list, card };
}

/** Makes a file of this kind with a name and, optionally, a size. */
export function namedFile(
  name: string,
  kind: FileKind,
  { size = 0, type = "image/jpeg" } = {},
): File {
  return new File([fileOf(kind, size)], name, { type });
}
