import type { Id } from "../../_generated/dataModel.js";
import type { UndoCtx, Event } from "./reversal.ts";

/** A record whose events include those of all its parts. */
export type Subject =
  | { projectId: Id<"projects"> }
  | { unitId: Id<"units"> }
  | { taskId: Id<"tasks"> }
  | { photoId: Id<"photos"> }
  | { timeEntryId: Id<"timeEntries"> };

/** The maximum number of later events that are read. More events count as a change, even if all of them were undone. */
const mostLookedAt = 2000;

/** The possible values of an event's `inFeed`, with which the indexes continue after the record. */
const marks = [undefined, true, false] as const;

/** True when a record was changed by anyone after an act, and the change was not undone. */
export async function isChangedSince(ctx: UndoCtx, subject: Subject, act: Event): Promise<boolean> {
  let left = mostLookedAt;
  for (const range of rangesOf(ctx, subject, act)) {
    for await (const event of range) {
      ctx.budget.lookedAt += 1;
      if (stands(event) && event._creationTime > act._creationTime && !isOfSameBatch(event, act))
        return true;
      left -= 1;
      if (left === 0) return true;
    }
  }
  return false;
}

/** True for an event that still has an effect: it was not undone, and it is not an undo itself, unless it is a redo. */
function stands({ undoneAt, undoes, isRedo }: Event): boolean {
  return undoneAt === undefined && (undoes === undefined || isRedo === true);
}

function isOfSameBatch({ batchId }: Event, act: Event): boolean {
  return batchId !== undefined && batchId === act.batchId;
}

function rangesOf({ db }: UndoCtx, subject: Subject, { at, _creationTime }: Event) {
  const events = () => db.query("events");
  if ("projectId" in subject)
    return [
      events().withIndex("projectId_at", (q) => q.eq("projectId", subject.projectId).gte("at", at)),
    ];
  return marks.map((mark) => {
    if ("unitId" in subject)
      return events().withIndex("unitId_inFeed_at", (q) =>
        q.eq("unitId", subject.unitId).eq("inFeed", mark).gte("at", at),
      );
    if ("taskId" in subject)
      return events().withIndex("taskId_inFeed", (q) =>
        q.eq("taskId", subject.taskId).eq("inFeed", mark).gt("_creationTime", _creationTime),
      );
    if ("photoId" in subject)
      return events().withIndex("photoId_inFeed", (q) =>
        q.eq("photoId", subject.photoId).eq("inFeed", mark).gt("_creationTime", _creationTime),
      );
    return events().withIndex("timeEntryId_inFeed", (q) =>
      q
        .eq("timeEntryId", subject.timeEntryId)
        .eq("inFeed", mark)
        .gt("_creationTime", _creationTime),
    );
  });
}
