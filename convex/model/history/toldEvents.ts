import { type Infer, v } from "convex/values";
import type { Doc } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { personName } from "../../lib/names.ts";
import { historyField } from "../../rules/historyFields.ts";
import { productName } from "../../rules/labels.ts";
import { toMoney } from "../../rules/money.ts";
import type { QueryCtx } from "../context/context.ts";
import { withTrash } from "../context/trashMarks.ts";
import { holdsId, nameOfValue } from "./fieldNames.ts";

type Event = Doc<"events">;
type Change = NonNullable<Event["changes"]>[number];

const nullableText = v.union(v.string(), v.null());
const vValue = v.union(v.string(), v.number(), v.boolean(), v.null());
const vToldChange = v.object({ field: v.string(), from: vValue, to: vValue });

export const vHistoryEvent = v.object({
  id: v.id("events"),
  at: v.string(),
  userId: v.union(v.id("users"), v.null()),
  userName: v.string(),
  /** The time at which the act was made on a device, if that was before it arrived. */
  madeAt: nullableText,
  kind: v.string(),
  projectId: v.union(v.id("projects"), v.null()),
  projectName: nullableText,
  unitId: v.union(v.id("units"), v.null()),
  unitName: nullableText,
  recordId: nullableText,
  label: nullableText,
  /** The number of records of an act on many records, or the hours of a time entry. */
  count: v.union(v.number(), v.null()),
  changes: v.array(vToldChange),
  /**
   * The sent values that were not applied, because the fields were changed later elsewhere; empty for a deletion, null
   * otherwise.
   */
  overtaken: v.union(v.array(vToldChange), v.null()),
  /** The batch of the act on many records that the event belongs to. */
  batchId: v.union(v.id("batches"), v.null()),
  /** The time at which the acting user undid the event. */
  undoneAt: nullableText,
  /** The event that this one undoes. */
  undoes: v.union(v.id("events"), v.null()),
  /** True when the undone act was itself an undo. */
  isRedo: v.boolean(),
});

export const vHistoryPage = v.object({
  page: v.array(vHistoryEvent),
  continueCursor: nullableText,
});

type ToldCtx = QueryCtx & { money: boolean };

/** Events in their public form: with names, and without money for callers who may not see it. */
export async function toHistoryEvents(
  ctx: ToldCtx,
  events: readonly Event[],
): Promise<Infer<typeof vHistoryEvent>[]> {
  return await Promise.all(events.map((event) => toHistoryEvent(ctx, event)));
}

async function toHistoryEvent(ctx: ToldCtx, event: Event): Promise<Infer<typeof vHistoryEvent>> {
  const { userId, projectId, unitId, overtaken } = event;
  const user = userId === undefined ? null : await ctx.db.get("users", userId);
  const project = projectId && (await withTrash(ctx).db.get("projects", projectId));
  const changesOf = async (changes: readonly Change[]) =>
    await Promise.all(changes.map((change) => toChange(ctx, change)));
  return {
    id: event._id,
    at: toIso(event.at),
    userId: userId ?? null,
    userName: user === null ? nameOfNobody(userId) : personName(user),
    madeAt: toIso(event.madeAt),
    kind: event.kind,
    projectId: projectId ?? null,
    projectName: project?.name ?? null,
    unitId: unitId ?? null,
    unitName: await unitNameOf(ctx, event),
    recordId: recordOf(event),
    label: event.label ?? null,
    count: event.count ?? null,
    changes: await changesOf(event.changes ?? []),
    overtaken: overtaken === undefined ? null : await changesOf(overtaken),
    batchId: event.batchId ?? null,
    undoneAt: toIso(event.undoneAt),
    undoes: event.undoes ?? null,
    isRedo: event.isRedo ?? false,
  };
}

function nameOfNobody(userId: Event["userId"]): string {
  return userId === undefined ? productName : "Unknown";
}

/** The name of the unit; for a deleted unit, the name in its last event, which is its deletion. */
async function unitNameOf(ctx: QueryCtx, { unitId }: Event): Promise<string | null> {
  if (unitId === undefined) return null;
  const unit = await withTrash(ctx).db.get("units", unitId);
  if (unit !== null) return unit.name;
  const last = await ctx.db
    .query("events")
    .withIndex("unitId_inFeed_at", (q) => q.eq("unitId", unitId).eq("inFeed", undefined))
    .order("desc")
    .first();
  return last?.kind.startsWith("unit.removed") === true ? (last.label ?? null) : null;
}

/** The id of the most specific record of an event; null for an act on many records. */
function recordOf(event: Event): string | null {
  const [noun = ""] = event.kind.split(".");
  const isOfMany = noun.endsWith("s");
  if (isOfMany) return null;
  return (
    event.taskId ??
    event.photoId ??
    event.noteId ??
    event.timeEntryId ??
    event.templateId ??
    event.teamMemberId ??
    event.contractorId ??
    event.viewId ??
    event.subjectUserId ??
    event.unitId ??
    event.projectId ??
    null
  );
}

async function toChange(ctx: ToldCtx, change: Change): Promise<Infer<typeof vToldChange>> {
  const { field, from, to, fromName, toName } = change;
  return {
    field,
    from: await toValue(ctx, { field, value: from, name: fromName }),
    to: await toValue(ctx, { field, value: to, name: toName }),
  };
}

async function toValue(
  ctx: ToldCtx,
  { field, value, name }: { field: string; value: Change["to"]; name: string | undefined },
): Promise<Change["to"]> {
  if (value === null) return null;
  // Events of earlier versions lack the names of some ids.
  if (holdsId(field)) return name ?? (await nameOfValue(ctx, field, value)) ?? "Unknown";
  const { form } = historyField(field);
  if (form === "money") return ctx.money && typeof value === "number" ? toMoney(value) : null;
  const isMoment = typeof value === "number" && isOfTime(field, form);
  return isMoment ? toIso(value) : value;
}

function isOfTime(field: string, form: string): boolean {
  return form === "day" || form === "moment" || field.endsWith("At");
}
