import { getDocumentSize } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError, must } from "../../lib/errors.ts";
import type { CreateTemplateInput, UpdateTemplateInput } from "../../rules/inputs/taskTemplates.ts";
import { reorderedNumbers } from "../../rules/ordering.ts";
import type { WriterCtx } from "../context/context.ts";
import { inBatch } from "../history/batches.ts";
import { changesOf, patchOf, recordEvent } from "../history/events.ts";
import { listTemplates, maxTemplates, requireTemplates } from "./taskTemplates.ts";

type Template = Doc<"taskTemplates">;

/** The limit for all task templates. A change may read them twice and write them once, and has 16 MB for it. */
const maxBytes = 4 * 2 ** 20;

/** The distance between the sort numbers of two new templates. */
const gap = 10;

/** Adds a task template at the end of its category. */
export async function createTemplate(
  ctx: WriterCtx,
  input: CreateTemplateInput,
): Promise<Template> {
  const list = await listWithRoom(ctx);
  const { name, description, category, estimatedHours } = input;
  const changes = changesOf(
    {},
    { description: description || null, category: category || null, estimatedHours },
  );
  const id = await ctx.db.insert("taskTemplates", {
    name,
    ...patchOf(changes),
    sortOrder: (list.at(-1)?.sortOrder ?? 0) + gap,
    isDefault: false,
    createdAt: Date.now(),
  });
  await requireTextRoom(ctx);
  await moveToEndOfCategory(ctx, id);
  await recordEvent(ctx, {
    ...{ kind: "template.created", templateId: id, label: name },
    ...(changes.length > 0 && { changes }),
  });
  return must(await ctx.db.get("taskTemplates", id), "a template just created exists");
}

/** Updates the sent fields of a task template; tasks that were made from it stay as they are. */
export async function updateTemplate(
  ctx: WriterCtx,
  template: Template,
  input: UpdateTemplateInput,
): Promise<Template> {
  const changes = changesOf(template, input);
  if (changes.length === 0) return template;
  const patch = patchOf(changes);
  await ctx.db.patch("taskTemplates", template._id, patch);
  if ("category" in patch) await moveToEndOfCategory(ctx, template._id);
  await recordEvent(ctx, {
    kind: "template.updated",
    templateId: template._id,
    label: template.name,
    changes,
  });
  const found = await ctx.db.get("taskTemplates", template._id);
  const updated = must(found, "a template just updated exists");
  if (getDocumentSize(updated) > getDocumentSize(template)) await requireTextRoom(ctx);
  return updated;
}

/** Puts the named task templates in the given order; the others keep their places. */
export async function reorderTemplates(ctx: WriterCtx, named: readonly string[]): Promise<void> {
  const templates = await requireTemplates(ctx, named);
  const idByText = new Map<string, Id<"taskTemplates">>(templates.map(({ _id }) => [_id, _id]));
  const ids = named.flatMap((text) => idByText.get(text) ?? []);
  const list = await listTemplates(ctx);
  const changes = reorderedNumbers(list, ids);
  if (changes.length === 0) return;
  const templateById = new Map(list.map((template) => [template._id, template]));
  await inBatch(ctx, async (part) => {
    for (const { id, sortOrder } of changes) {
      const template = must(templateById.get(id), "what is put in order is on the list");
      await moveTemplate(part, template, sortOrder);
    }
  });
}

/** Gives a task template another sort number. */
export async function moveTemplate(
  ctx: WriterCtx,
  template: Template,
  sortOrder: number,
): Promise<void> {
  await ctx.db.patch("taskTemplates", template._id, { sortOrder });
  await recordEvent(ctx, {
    kind: "template.moved",
    ...{ templateId: template._id, label: template.name },
    changes: changesOf(template, { sortOrder }),
  });
}

/** Retires a task template; tasks that were made from it stay. */
export async function retireTemplate(ctx: WriterCtx, template: Template): Promise<void> {
  await ctx.db.patch("taskTemplates", template._id, { retiredAt: Date.now() });
  await recordEvent(ctx, {
    kind: "template.retired",
    templateId: template._id,
    label: template.name,
  });
}

/** Offers a retired task template again, at its former place. */
export async function reinstateTemplate(ctx: WriterCtx, template: Template): Promise<void> {
  await listWithRoom(ctx);
  await ctx.db.patch("taskTemplates", template._id, { retiredAt: undefined });
  await requireTextRoom(ctx);
  await recordEvent(ctx, {
    kind: "template.restored",
    templateId: template._id,
    label: template.name,
  });
}

/** The task templates; throws when there is no room for another one. */
async function listWithRoom(ctx: WriterCtx): Promise<Template[]> {
  const list = await listTemplates(ctx);
  if (list.length < maxTemplates) return list;
  throw new AppError("invalid", `The master task list has at most ${maxTemplates} tasks`);
}

/** Throws when the task templates are too much text. */
async function requireTextRoom(ctx: WriterCtx): Promise<void> {
  let bytes = 0;
  for (const template of await listTemplates(ctx)) bytes += getDocumentSize(template);
  if (bytes > maxBytes)
    throw new AppError("invalid", "The descriptions of the master task list are too long");
}

async function moveToEndOfCategory(ctx: WriterCtx, id: Id<"taskTemplates">): Promise<void> {
  const list = await listTemplates(ctx);
  const moved = list.find((template) => template._id === id);
  const others = list.filter((template) => template._id !== id);
  const last = others.findLastIndex((template) => template.category === moved?.category);
  if (moved === undefined) return;
  const place = last === -1 ? others.length : last + 1;
  const order = others.toSpliced(place, 0, moved).map(({ _id }) => _id);
  // The renumbering gets no events, because the other templates keep their order.
  for (const { id: other, sortOrder } of reorderedNumbers(list, order))
    await ctx.db.patch("taskTemplates", other, { sortOrder });
}
