import type { Doc, Id } from "../../convex/_generated/dataModel.js";
import { setupHttpDoor } from "./http-door.ts";

type PhotoFields = Partial<Doc<"photos">>;

/** A project with units, and a way to put rows of photos into it that share one file. */
export async function setupProjectPhotos(unitNames = ["101", "102"]) {
  const door = await setupHttpDoor();
  const { t } = door;
  const { projectId, unitIds } = await door.newProject(unitNames);
  const [unitId, otherUnitId] = unitIds;
  if (unitId === undefined || otherUnitId === undefined) throw new Error("Two units are needed");

  /** Photos with these fields, named "0", "1", ... by their captions. */
  const addPhotos = async (rows: readonly PhotoFields[]): Promise<Id<"photos">[]> =>
    await t.run(async ({ db, storage }) => {
      const storageId = await storage.store(new Blob(["image"]));
      const ids: Id<"photos">[] = [];
      for (const [index, row] of rows.entries()) {
        const usual = { unitId, projectId, type: "progress" as const, createdAt: index };
        const names = { filename: `${row.unitId ?? unitId}-${index}.jpg`, caption: String(index) };
        ids.push(
          await db.insert("photos", { ...usual, ...names, photoDate: 0, storageId, ...row }),
        );
      }
      return ids;
    });

  return { ...door, projectId, unitId, otherUnitId, addPhotos };
}
