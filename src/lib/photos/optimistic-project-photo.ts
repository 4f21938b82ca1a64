import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs } from "convex/server";
import { api } from "../../../convex/_generated/api.js";
import { dayOf, fullName } from "../format.ts";
import type { ProjectPhoto } from "./photo.ts";
import {
  byDateThenAge,
  isAmong,
  type Made,
  type NewPhoto,
  photoAsShown,
  type UnitPhoto,
  withPhoto,
} from "./optimistic-photo.ts";

type Question = FunctionArgs<typeof api.photos.ofProject>;

/**
 * Shows a new photo among all photos of its project, if it passes the filters: on the page whose range of days contains
 * it.
 */
export function applyNewProjectPhoto(
  store: OptimisticLocalStore,
  photo: NewPhoto,
  made: Made,
): void {
  const shown = photoAsShown(photo, made);
  const added = new Set<string>();
  for (const { args, value } of store.getAllQueries(api.photos.ofProject)) {
    if (!value || !isAskedFor(args, shown)) continue;
    const unitName = unitNameIn(store, args.projectId, photo.unitId);
    if (unitName === undefined) continue;
    const question = JSON.stringify({ ...args, cursor: null, through: null, limit: null });
    const isItsPage =
      value.continueCursor === null || value.page.some((each) => byDateThenAge(shown, each) < 0);
    if (added.has(question) || !isItsPage) continue;
    added.add(question);
    if (isAmong(value.page, photo, made)) continue;
    const taskName = taskNameIn(store, photo);
    const uploadedByName = fullName(made.by);
    const page = withPhoto<ProjectPhoto>(value.page, {
      ...{ ...shown, unitName, taskName, uploadedByName },
    });
    store.setQuery(api.photos.ofProject, args, { ...value, page });
  }
}

function isAskedFor({ unitId, type, taskId, uploadedBy, day }: Question, photo: UnitPhoto) {
  return (
    (unitId === undefined || unitId === photo.unitId) &&
    (type === undefined || type === photo.type) &&
    (taskId === undefined || taskId === photo.taskId) &&
    (uploadedBy === undefined || uploadedBy === photo.uploadedBy) &&
    (day === undefined || day === dayOf(photo.photoDate))
  );
}

/** The name of a unit in this project; undefined for a unit of another project. */
function unitNameIn(
  store: OptimisticLocalStore,
  projectId: string,
  unitId: string,
): string | undefined {
  const names = store.getQuery(api.units.names, { projectId });
  return names?.find(({ id }) => id === unitId)?.name;
}

function taskNameIn(store: OptimisticLocalStore, { unitId, taskId }: NewPhoto): string | null {
  if (taskId === null) return null;
  const tasks = store.getQuery(api.tasks.list, { unitId });
  return tasks?.find(({ id }) => id === taskId)?.name ?? null;
}
