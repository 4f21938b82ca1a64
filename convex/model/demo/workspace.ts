import type { Doc, Id } from "../../_generated/dataModel.js";
import { must } from "../../lib/errors.ts";
import { companyDomain } from "../context/company.ts";
import type { MutationCtx, WriterCtx } from "../context/context.ts";
import { recordEvent } from "../history/events.ts";
import { CountChanges } from "../numbers/counts.ts";
import { assignMember } from "../teams/projectTeamWrites.ts";
import { addMember } from "../teams/teamMemberWrites.ts";
import { createProject } from "../projects/projectWrites.ts";
import { listUnits } from "../projects/units.ts";
import { listTemplates } from "../tasks/taskTemplates.ts";
import { insertTask } from "../tasks/taskWrites.ts";
import type { DemoClock } from "./clock.ts";
import { demoMembers, demoUsers } from "./people.ts";
import type { DemoProject } from "./projects.ts";
import {
  demoBlock,
  demoPastBlock,
  type DemoTaskState,
  demoTaskStates,
  demoUnitPlan,
  demoUnitState,
} from "./schedule.ts";

/** The age in days up to which changes appear on the dashboard; older ones appear in the history only. */
const feedDays = 6;

/** The demo user of this position; signing in with the demo provider finds the same user by email. */
export async function demoUser(ctx: MutationCtx, position: number): Promise<Doc<"users">> {
  const person = must(demoUsers[position], "a demo user of this position");
  const email = `${person.localPart}@${companyDomain()}`;
  const known = await ctx.db
    .query("users")
    .withIndex("email", (q) => q.eq("email", email))
    .unique();
  if (known !== null) return known;
  const { firstName, lastName, role } = person;
  const at = Date.now();
  const id = await ctx.db.insert("users", {
    email,
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    role,
    createdAt: at,
    updatedAt: at,
  });
  return must(await ctx.db.get("users", id), "a user just created exists");
}

/** Creates the members of the demo pool and all demo users. */
export async function createDemoPool(ctx: MutationCtx, clock: DemoClock): Promise<void> {
  const viewer = await demoUser(ctx, 0);
  for (const position of demoUsers.keys()) await demoUser(ctx, position);
  for (const [index, member] of demoMembers.entries()) {
    const email = `${member.firstName}.${member.lastName}@${companyDomain()}`.toLowerCase();
    await addMember({ ...ctx, viewer }, { ...member, email }, clock.hour(-70 + index, 9));
  }
}

/** Creates one demo project with its units, tasks, dates and team. */
export async function createDemoProject(
  ctx: MutationCtx,
  clock: DemoClock,
  project: DemoProject,
): Promise<Id<"projects">> {
  const writer = { ...ctx, viewer: await demoUser(ctx, 1) };
  const at = clock.hour(project.startsOn - 2, 10);
  const projectId = await createProject(
    writer,
    {
      name: project.name,
      description: project.description,
      units: project.units.map(({ name }) => ({ name })),
      startDate: clock.day(project.startsOn),
      targetCompletionDate: clock.day(project.endsOn),
    },
    at,
  );
  const counts = new CountChanges();
  await finishProject(writer, { projectId, project, clock, counts });
  const templates = await listTemplates(ctx);
  const members = await ctx.db.query("teamMembers").withIndex("by_creation_time").take(50);
  const team = project.team.map((position) =>
    must(members[position], "a demo member of this position"),
  );
  const crew = team.filter(({ role }) => role !== "project_manager");
  const supervisor = await demoUser(ctx, 2);
  for (const [index, unit] of (await listUnits(ctx, projectId)).entries()) {
    await fillUnit(writer, {
      ...{ unit, index, project, clock, counts },
      ...{ templates, crew, supervisor },
    });
  }
  await counts.apply(ctx);
  for (const [order, member] of team.entries()) {
    await assignMember(writer, { projectId, member }, at + order * 60_000);
  }
  return projectId;
}

type InProject = { project: DemoProject; clock: DemoClock; counts: CountChanges };

/** The team of a demo project, and the templates of its tasks. */
type TeamAndTemplates = {
  templates: Doc<"taskTemplates">[];
  crew: Doc<"teamMembers">[];
  supervisor: Doc<"users">;
};

async function finishProject(
  ctx: WriterCtx,
  { projectId, project, clock, counts }: InProject & { projectId: Id<"projects"> },
): Promise<void> {
  const supervisor = await demoUser(ctx, 2);
  await ctx.db.patch("projects", projectId, { supervisorId: supervisor._id });
  if (project.status === "active") return;
  counts.project({ status: "active" }, -1);
  counts.project(project, 1);
  await ctx.db.patch("projects", projectId, {
    status: project.status,
    actualCompletionDate: clock.hour(project.endsOn, 15),
    updatedAt: clock.hour(project.endsOn, 15),
  });
}

async function fillUnit(
  ctx: WriterCtx,
  {
    unit,
    index,
    project,
    clock,
    counts,
    ...means
  }: InProject & TeamAndTemplates & { unit: Doc<"units">; index: number },
): Promise<void> {
  const state = { ...demoUnitState(clock, project, index), ...demoUnitPlan(clock, project, index) };
  await ctx.db.patch("units", unit._id, state);
  counts.unit(unit, -1);
  counts.unit({ ...unit, ...state }, 1);
  const templates = means.templates.filter(
    (_, position) => (position + index) % 4 === 0 || position % 9 === 0,
  );
  const states = demoTaskStates(clock, { project, index, count: templates.length });
  const firstOpen = states.findIndex(({ status }) => status !== "completed");
  const block = demoBlock(clock, project, index);
  const place = { projectId: unit.projectId, unitId: unit._id };
  const pastBlock = demoPastBlock(state, index);
  if (pastBlock) await ctx.db.insert("blocks", { ...place, ...pastBlock });
  for (const [position, template] of templates.entries()) {
    const { _id, _creationTime, isDefault: _isDefault, ...copied } = template;
    const task = {
      ...copied,
      ...must(states[position], "a state for each task"),
      ...assigneeOf(means, { index, position, isDone: position < firstOpen || firstOpen < 0 }),
      ...(position === firstOpen && block && { ...block, blockedBy: means.supervisor._id }),
      unitId: unit._id,
      projectId: unit.projectId,
      templateId: _id,
      createdAt: unit.createdAt,
      updatedAt: unit.createdAt,
    };
    const taskId = await insertTask(ctx, counts, task);
    if (position === firstOpen && block)
      await ctx.db.insert("blocks", {
        ...{ ...place, taskId, reason: block.blockedReason, from: block.blockedAt },
      });
    const added = { projectId: unit.projectId, unitId: unit._id, taskId, label: task.name };
    await recordEvent(ctx, { kind: "task.added", at: unit.createdAt, ...added });
    await recordProgress(ctx, { unit, taskId, name: task.name, state: task, clock });
  }
}

/** The assignee of a task: the supervisor, a member of the crew, or none. */
function assigneeOf(
  { crew, supervisor }: TeamAndTemplates,
  { index, position, isDone }: { index: number; position: number; isDone: boolean },
) {
  const member = crew[(index + position) % crew.length];
  const turn = (index + 2 * position) % 4;
  return {
    ...(turn === 0 && { assignedToId: supervisor._id }),
    ...(turn % 2 === 1 && member !== undefined && { crewMemberId: member._id }),
    ...(isDone && { completedBy: supervisor._id }),
  };
}

async function recordProgress(
  ctx: WriterCtx,
  {
    unit,
    taskId,
    name,
    state,
    clock,
  }: {
    unit: Doc<"units">;
    taskId: Id<"tasks">;
    name: string;
    state: DemoTaskState;
    clock: DemoClock;
  },
): Promise<void> {
  const at = state.completionDate ?? state.startDate;
  if (at === undefined || at < clock.day(-feedDays)) return;
  const from = state.status === "completed" ? "in_progress" : "not_started";
  await recordEvent(ctx, {
    kind: "task.updated",
    at,
    projectId: unit.projectId,
    unitId: unit._id,
    taskId,
    label: name,
    changes: [{ field: "status", from, to: state.status }],
    inFeed: true,
  });
}
