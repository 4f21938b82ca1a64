import { v } from "convex/values";
import { staffMutation, staffQuery } from "./functions.ts";
import { must } from "./lib/errors.ts";
import { parseInput } from "./lib/parse.ts";
import { vDeleted } from "./model/context/records.ts";
import { answerOnce } from "./model/context/requestKeys.ts";
import * as Deletion from "./model/deletion/projects.ts";
import { projectContents, vProjectContents } from "./model/projects/projectContents.ts";
import { projectAlarms } from "./model/projects/projectAlarms.ts";
import * as Projects from "./model/projects/projects.ts";
import * as Writes from "./model/projects/projectWrites.ts";
import { createProjectInput, updateProjectInput } from "./rules/inputs/projects.ts";

const optionalText = v.optional(v.union(v.string(), v.null()));

/** All projects with their teams, newest first. */
export const list = staffQuery("project:read")({
  args: {},
  returns: v.array(Projects.vProjectListItem),
  handler: async (ctx) => await Projects.listProjects(ctx),
});

/** The progress of a project, and the numbers of its units and tasks that need attention now. */
export const stats = staffQuery("project:read")({
  args: { projectId: v.string() },
  returns: Projects.vProjectStats,
  handler: async (ctx, { projectId }) => {
    const project = await Projects.requireProject(ctx, projectId);
    return {
      completionPercentage: await Projects.completionPercentage(ctx, project._id),
      ...(await projectAlarms(ctx, project._id)),
    };
  },
});

/**
 * Creates a project with its units; each unit is a name, or a name with its dates and rent. A resent key answers with
 * the first project.
 */
export const create = staffMutation("project:write")({
  args: {
    name: v.string(),
    description: optionalText,
    units: v.array(v.any()),
    startDate: optionalText,
    targetCompletionDate: optionalText,
    key: v.optional(v.string()),
  },
  returns: Projects.vProjectListItem,
  handler: async (ctx, { key, ...sent }) => {
    const input = parseInput(createProjectInput, sent);
    return await answerOnce(ctx, { operation: "projects:create", key }, async () => {
      const id = await Writes.createProject(ctx, input);
      const project = must(await ctx.db.get("projects", id), "a project just created exists");
      return await Projects.toProjectListItem(ctx, project);
    });
  },
});

/** Updates the sent fields of a project. */
export const update = staffMutation("project:write")({
  args: {
    projectId: v.string(),
    name: v.optional(v.string()),
    description: optionalText,
    status: v.optional(v.string()),
    startDate: optionalText,
    targetCompletionDate: optionalText,
    managerId: optionalText,
    supervisorId: optionalText,
  },
  returns: Projects.vProjectListItem,
  handler: async (ctx, { projectId, ...sent }) => {
    const project = await Projects.requireProject(ctx, projectId);
    await Writes.updateProject(ctx, project, parseInput(updateProjectInput, sent));
    const updated = await Projects.requireProject(ctx, projectId);
    return await Projects.toProjectListItem(ctx, updated);
  },
});

/** The numbers of records that are deleted together with a project. */
export const contents = staffQuery("project:write")({
  args: { projectId: v.string() },
  returns: vProjectContents,
  handler: async (ctx, { projectId }) =>
    await projectContents(ctx, await Projects.requireProject(ctx, projectId)),
});

/**
 * Deletes a project with everything under it. The project disappears at once; `removals` tells the progress while a
 * large rest is still being deleted.
 */
export const remove = staffMutation("project:write")({
  args: { projectId: v.string() },
  returns: vDeleted,
  handler: async (ctx, { projectId }) => {
    await Deletion.deleteProject(ctx, await Projects.requireProject(ctx, projectId));
    return { success: true as const };
  },
});

/** The deleted projects whose contents are still being deleted, or whose deletion has failed. */
export const removals = staffQuery("project:write")({
  args: {},
  returns: v.array(Deletion.vProjectDeletion),
  handler: async (ctx) => (await Deletion.unfinishedDeletions(ctx)).map(Deletion.toProjectDeletion),
});

/** Starts the failed deletion of a deleted project again. */
export const retryRemoval = staffMutation("project:write")({
  args: { removalId: v.string() },
  returns: v.null(),
  handler: async (ctx, { removalId }) => {
    await Deletion.retryDeletion(ctx, await Deletion.requireDeletion(ctx, removalId));
    return null;
  },
});
