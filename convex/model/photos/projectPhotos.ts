import { tz } from "@date-fns/tz";
import type { IndexRange } from "convex/server";
import { type Infer, v } from "convex/values";
import { addDays, parseISO } from "date-fns";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { dayIn, utcDay } from "../../lib/dates.ts";
import { AppError } from "../../lib/errors.ts";
import { cursorMessage } from "../../rules/inputs/pages.ts";
import type { ProjectPhotosInput } from "../../rules/inputs/photos.ts";
import { companyTimeZone } from "../context/company.ts";
import type { QueryCtx } from "../context/context.ts";
import { type NameReader, nameReader } from "../people/names.ts";
import { requirePhoto, toPhoto, vPhoto } from "./photos.ts";

/**
 * The maximum number of photos that one page reads. A narrow filter gives a shorter page, and the next page continues
 * after it.
 */
const mostLookedAt = 1000;

export const vProjectPhoto = v.object({
  ...vPhoto.fields,
  unitName: v.string(),
  taskName: v.union(v.string(), v.null()),
  uploadedByName: v.string(),
});

export const vProjectPhotosPage = v.object({
  page: v.array(vProjectPhoto),
  continueCursor: v.union(v.string(), v.null()),
});

type Shown = { photo: Doc<"photos">; unit: Doc<"units"> };

/** A page of a project's photos by date, then creation, newest first. Photos of deleted units are left out. */
export async function projectPhotosPage(
  ctx: QueryCtx,
  project: Doc<"projects">,
  input: ProjectPhotosInput,
) {
  const filter = filterOf(ctx, project._id, input);
  if (filter === null) return { page: [], continueCursor: null };
  const through = placeOf(input.through);
  const limit = through === null ? input.limit : mostLookedAt;
  const unitOf = unitReader(ctx);
  const shown: Shown[] = [];
  let lookedAt = 0;
  let last: Doc<"photos"> | null = null;
  let next = input.through ?? null;
  for await (const photo of photosFrom(ctx, filter, { after: placeOf(input.cursor), through })) {
    if (lookedAt === mostLookedAt) {
      next = last && cursorOf(last);
      break;
    }
    lookedAt += 1;
    const unit = fits(photo, filter) ? await unitOf(photo.unitId) : null;
    // One photo more than the page shows tells whether another page exists.
    if (unit !== null && shown.length === limit) {
      next = last && cursorOf(last);
      break;
    }
    if (unit !== null) shown.push({ photo, unit });
    last = photo;
  }
  return { page: await toProjectPhotos(ctx, shown), continueCursor: next };
}

/** The photo of a sent id, if it belongs to the project; otherwise throws "not_found". */
export async function requireProjectPhoto(ctx: QueryCtx, project: Doc<"projects">, sent: string) {
  const photo = await requirePhoto(ctx, sent);
  const unit = await ctx.db.get("units", photo.unitId);
  if (photo.projectId !== project._id || unit === null)
    throw new AppError("not_found", "Photo not found");
  return await toProjectPhoto(ctx, nameReader(ctx), { photo, unit });
}

type Place = [photoDate: number, createdAt: number, creationTime: number];

type Filter = Pick<ProjectPhotosInput, "type"> & {
  projectId: Id<"projects">;
  unitId: Id<"units"> | undefined;
  taskId: Id<"tasks"> | undefined;
  uploadedBy: Id<"users"> | undefined;
  /** A calendar day number. */
  day: number | undefined;
};

/** The filter of a request; null when no photo can match it. */
function filterOf(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { type, ...sent }: ProjectPhotosInput,
): Filter | null {
  const unitId = sent.unitId === undefined ? undefined : ctx.db.normalizeId("units", sent.unitId);
  const uploadedBy =
    sent.uploadedBy === undefined ? undefined : ctx.db.normalizeId("users", sent.uploadedBy);
  const taskId = sent.taskId === undefined ? undefined : ctx.db.normalizeId("tasks", sent.taskId);
  if (unitId === null || taskId === null || uploadedBy === null) return null;
  const day = sent.day === undefined ? undefined : utcDay(Date.parse(sent.day));
  return { projectId, type, unitId, taskId, uploadedBy, day };
}

function fits(photo: Doc<"photos">, filter: Filter): boolean {
  const { projectId, type, unitId, taskId, uploadedBy, day } = filter;
  return (
    photo.projectId === projectId &&
    (type === undefined || photo.type === type) &&
    (unitId === undefined || photo.unitId === unitId) &&
    (taskId === undefined || photo.taskId === taskId) &&
    (uploadedBy === undefined || photo.uploadedBy === uploadedBy) &&
    (day === undefined || dayIn(companyTimeZone(), photo.photoDate) === day)
  );
}

/** The photos after one position, up to another, newest first. A null position is unbounded. */
async function* photosFrom(
  ctx: QueryCtx,
  filter: Filter,
  { after, through }: { after: Place | null; through: Place | null },
): AsyncGenerator<Doc<"photos">> {
  const days = filter.day === undefined ? null : boundsOf(filter.day);
  // With `after`, the range needs no upper bound: that position already lies before the end of the day.
  for (const range of after === null ? [rangeBefore(days?.before)] : rangesBehind(after)) {
    for await (const photo of photosIn(ctx, filter, range)) {
      const isOutside = days !== null && photo.photoDate < days.from;
      if (isOutside || (through !== null && isBehind(photo, through))) return;
      yield photo;
    }
  }
}

/** The rest of a photo index after its equality fields. */
type ByDate = {
  gte: (field: "photoDate", from: number) => IndexRange;
  lt: (field: "photoDate", before: number) => IndexRange;
  eq: (
    field: "photoDate",
    value: number,
  ) => {
    lt: (field: "createdAt", before: number) => IndexRange;
    eq: (
      field: "createdAt",
      value: number,
    ) => { lt: (field: "_creationTime", before: number) => IndexRange };
  };
};

type Range = (index: ByDate) => IndexRange;

function rangeBefore(photoDate: number | undefined): Range {
  return (index) =>
    photoDate === undefined ? index.gte("photoDate", -Infinity) : index.lt("photoDate", photoDate);
}

/** The ranges of photos that come after a position, nearest first. */
function rangesBehind([photoDate, createdAt, creationTime]: Place): Range[] {
  return [
    (index) =>
      index.eq("photoDate", photoDate).eq("createdAt", createdAt).lt("_creationTime", creationTime),
    (index) => index.eq("photoDate", photoDate).lt("createdAt", createdAt),
    rangeBefore(photoDate),
  ];
}

/** The photos of a range, newest first, from the index that covers most of the filter. */
function photosIn(ctx: QueryCtx, filter: Filter, range: Range) {
  const { projectId, type, unitId, taskId, uploadedBy } = filter;
  const photos = ctx.db.query("photos");
  const found =
    taskId !== undefined
      ? photos.withIndex("taskId_photoDate_createdAt", (q) => range(q.eq("taskId", taskId)))
      : unitId !== undefined
        ? photos.withIndex("unitId_photoDate_createdAt", (q) => range(q.eq("unitId", unitId)))
        : type !== undefined && uploadedBy !== undefined
          ? photos.withIndex("projectId_type_uploadedBy_photoDate_createdAt", (q) =>
              range(q.eq("projectId", projectId).eq("type", type).eq("uploadedBy", uploadedBy)),
            )
          : type !== undefined
            ? photos.withIndex("projectId_type_photoDate_createdAt", (q) =>
                range(q.eq("projectId", projectId).eq("type", type)),
              )
            : uploadedBy !== undefined
              ? photos.withIndex("projectId_uploadedBy_photoDate_createdAt", (q) =>
                  range(q.eq("projectId", projectId).eq("uploadedBy", uploadedBy)),
                )
              : photos.withIndex("projectId_photoDate_createdAt", (q) =>
                  range(q.eq("projectId", projectId)),
                );
  return found.order("desc");
}

/**
 * The time range that contains all photos of a day: the day in the company's time zone, and the noon UTC at which a
 * picked day is stored.
 */
function boundsOf(day: number): { from: number; before: number } {
  const zone = { in: tz(companyTimeZone()) };
  const noon = (day + 0.5) * 86_400_000;
  const start = parseISO(new Date(noon).toISOString().slice(0, 10), zone);
  const end = addDays(start, 1, zone).getTime();
  return { from: Math.min(start.getTime(), noon), before: Math.max(end, noon + 1) };
}

function cursorOf({ photoDate, createdAt, _creationTime }: Doc<"photos">): string {
  return [photoDate, createdAt, _creationTime].join("_");
}

const cursorPattern = /^(-?\d{1,16})_(-?\d{1,16})_(\d{1,16}(?:\.\d{1,12})?)$/;

/** The position that a cursor encodes; null without a cursor. Throws "invalid" for a malformed cursor. */
function placeOf(cursor: string | null | undefined): Place | null {
  if (cursor === undefined || cursor === null) return null;
  const [, photoDate, createdAt, creationTime] = cursorPattern.exec(cursor) ?? [];
  if (creationTime === undefined)
    throw new AppError("invalid", cursorMessage, [{ path: "cursor", message: cursorMessage }]);
  return [Number(photoDate), Number(createdAt), Number(creationTime)];
}

function isBehind(photo: Doc<"photos">, [photoDate, createdAt, creationTime]: Place): boolean {
  return (
    (photo.photoDate - photoDate ||
      photo.createdAt - createdAt ||
      photo._creationTime - creationTime) < 0
  );
}

function unitReader(ctx: QueryCtx) {
  const units = new Map<Id<"units">, Doc<"units"> | null>();
  return async (unitId: Id<"units">) => {
    const known = units.get(unitId);
    if (known !== undefined) return known;
    const unit = await ctx.db.get("units", unitId);
    units.set(unitId, unit);
    return unit;
  };
}

async function toProjectPhotos(ctx: QueryCtx, shown: readonly Shown[]) {
  const names = nameReader(ctx);
  return await Promise.all(shown.map((each) => toProjectPhoto(ctx, names, each)));
}

async function toProjectPhoto(
  ctx: QueryCtx,
  names: NameReader,
  { photo, unit }: Shown,
): Promise<Infer<typeof vProjectPhoto>> {
  const task = photo.taskId && (await ctx.db.get("tasks", photo.taskId));
  return {
    ...toPhoto(photo),
    unitName: unit.name,
    taskName: task?.name ?? null,
    uploadedByName: (await names.user(photo.uploadedBy)) ?? "Unknown",
  };
}
