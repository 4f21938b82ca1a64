import { type Infer, v } from "convex/values";
import * as z from "zod";
import { api } from "../../_generated/api.js";
import { vTimeEntry } from "../../model/time/timeEntries.ts";
import { createTimeEntryInput, updateTimeEntryInput } from "../../rules/inputs/timeEntries.ts";
import { actFields, changeRoute, readRoute } from "../door/endpoint.ts";
import { LongList, requireWaiting } from "../door/longAnswer.ts";
import type { Route } from "../door/route.ts";

const reference = (label: string) => z.string(`${label} must be text`).nullable().optional();
const subjects = {
  unitId: reference("Unit"),
  userId: reference("User"),
  teamMemberId: reference("Team member"),
};
const project = z.string("Project is required").min(1, "Project is required");

export const timeEntryRoutes: readonly Route[] = [
  readRoute("/api/projects/:projectId/time-entries", {
    summary: "The time entries of a project by date, then start, oldest first",
    calls: api.timeEntries.page,
    isLong: true,
    answer: {
      shape: v.array(vTimeEntry),
      of: async (first, { ctx, request, session, params }) => {
        const { projectId = "" } = params;
        const entries = new LongList<Infer<typeof vTimeEntry>, null>(() => null);
        entries.add(first.page);
        for (let last = first; !last.isDone; entries.add(last.page)) {
          requireWaiting(request);
          const cursor = last.continueCursor;
          last = await ctx.runQuery(api.timeEntries.page, { session, projectId, cursor });
        }
        return entries.text();
      },
    },
  }),
  readRoute("/api/projects/:projectId/time-entries/between", {
    summary: "The time entries of a project from one moment to another, in the same order",
    calls: api.timeEntries.list,
    query: z.object({ from: z.string().optional(), to: z.string().optional() }),
  }),
  changeRoute("POST", "/api/time-entries", {
    summary: "Record time on a project; the hours follow from start and end",
    calls: api.timeEntries.create,
    body: createTimeEntryInput.safeExtend({ projectId: project, ...subjects, ...actFields }),
    status: 201,
  }),
  changeRoute("PATCH", "/api/time-entries/:timeEntryId", {
    summary:
      "Update the sent fields of a time entry, and its hours; for its creator, and for managers",
    calls: api.timeEntries.update,
    body: updateTimeEntryInput.safeExtend({
      projectId: project.optional(),
      ...subjects,
      ...actFields,
    }),
  }),
  changeRoute("DELETE", "/api/time-entries/:timeEntryId", {
    summary: "Delete a time entry; for its creator, and for managers",
    calls: api.timeEntries.remove,
    query: z.object(actFields),
  }),
];
