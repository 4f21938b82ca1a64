import type { Doc } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import {
  type CreateProjectInput,
  dateOrderError,
  datesInOrder,
  type UpdateProjectInput,
} from "../../rules/inputs/projects.ts";
import type { WriterCtx } from "../context/context.ts";
import { changesOf, patchOf, recordEvent } from "../history/events.ts";
import { CountChanges } from "../numbers/counts.ts";
import { requireUser } from "../people/users.ts";
import { insertUnits } from "./unitWrites.ts";

/** Creates a project, managed by the caller, with its units in the order given. */
export async function createProject(ctx: WriterCtx, input: CreateProjectInput, at = Date.now()) {
  const counts = new CountChanges();
  const projectId = await ctx.db.insert("projects", {
    name: input.name,
    ...present({
      description: input.description,
      startDate: input.startDate,
      targetCompletionDate: input.targetCompletionDate,
    }),
    status: "active",
    managerId: ctx.viewer._id,
    unitCount: 0,
    createdAt: at,
    updatedAt: at,
  });
  counts.project({ status: "active" }, 1);
  await insertUnits(ctx, counts, { projectId, units: input.units, at });
  await counts.apply(ctx);
  await recordEvent(ctx, {
    kind: "project.created",
    at,
    projectId,
    label: input.name,
    count: input.units.length,
  });
  return projectId;
}

/** Updates the sent fields of a project and what follows from a new status. */
export async function updateProject(
  ctx: WriterCtx,
  project: Doc<"projects">,
  input: UpdateProjectInput,
): Promise<void> {
  for (const name of ["managerId", "supervisorId"] as const) {
    const userId = input[name];
    // A person in charge may have been deleted since: that is no reason to refuse the rest.
    if (typeof userId === "string" && userId !== project[name]) await requireUser(ctx, userId);
  }
  const { startDate = project.startDate, targetCompletionDate = project.targetCompletionDate } =
    input;
  if (!datesInOrder(startDate, targetCompletionDate)) {
    throw new AppError("invalid", dateOrderError.message, [dateOrderError]);
  }
  const sent = { ...input, ...completionByStatus(project, input) };
  const changes = changesOf(project, sent);
  if (changes.length === 0) return;
  const counts = new CountChanges();
  counts.project(project, -1);
  counts.project({ status: input.status ?? project.status }, 1);
  await ctx.db.patch("projects", project._id, { ...patchOf(changes), updatedAt: Date.now() });
  await counts.apply(ctx);
  await recordEvent(ctx, {
    kind: "project.updated",
    projectId: project._id,
    label: project.name,
    changes,
  });
}

function completionByStatus(project: Doc<"projects">, { status }: UpdateProjectInput) {
  if (status === undefined || status === project.status) return {};
  return { actualCompletionDate: status === "completed" ? Date.now() : null };
}

/** The fields that have a value; null and undefined are not stored. */
function present<Fields extends Record<string, unknown>>(fields: Fields) {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> };
}
