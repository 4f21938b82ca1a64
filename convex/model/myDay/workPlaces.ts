import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { dayIn, dayMs } from "../../lib/dates.ts";
import { must } from "../../lib/errors.ts";
import { isUserRole } from "../../rules/permissions.ts";
import { compareNames } from "../../rules/urgency.ts";
import type { QueryCtx } from "../context/context.ts";
import { readToday, type Today } from "../context/today.ts";
import { nameReader } from "../people/names.ts";
import { maxMembers } from "../teams/pool.ts";
import { listUsers } from "../people/users.ts";
import { maxProjects } from "../projects/projects.ts";
import { withPlaces } from "./dayTasks.ts";

/** Nobody has more tasks than this to do on one day. */
const maxTasks = 1000;
/** Nor does a project have more time entries on one day. */
const maxEntries = 5000;

export const vWorkPlace = v.object({
  projectId: v.id("projects"),
  projectName: v.string(),
  unitId: v.union(v.id("units"), v.null()),
  unitName: v.union(v.string(), v.null()),
  openTasks: v.number(),
  hours: v.number(),
});

export const vWorker = v.object({
  userId: v.union(v.id("users"), v.null()),
  teamMemberId: v.union(v.id("teamMembers"), v.null()),
  name: v.string(),
  places: v.array(vWorkPlace),
});

type Person = { userId: Id<"users"> | null; teamMemberId: Id<"teamMembers"> | null };

/** One person in one unit, or in a project without a unit; hours in hundredths. */
type Stay = {
  person: Person;
  project: Doc<"projects">;
  unit: Doc<"units"> | null;
  openTasks: number;
  hours: number;
};

/** Everyone with work for today: where, how many tasks in progress, overdue or due today, and the hours of today. */
export async function listWorkers(ctx: QueryCtx): Promise<Infer<typeof vWorker>[]> {
  const today = await readToday(ctx);
  const stays = new Map<string, Stay>();
  const stayOf = (person: Person, { project, unit }: Pick<Stay, "project" | "unit">) => {
    const key = `${keyOf(person)} ${unit?._id ?? project._id}`;
    const stay = stays.get(key) ?? { person, project, unit, openTasks: 0, hours: 0 };
    stays.set(key, stay);
    return stay;
  };
  for (const { person, tasks } of await tasksOfToday(ctx, today))
    for (const place of await withPlaces(ctx, tasks)) stayOf(person, place).openTasks += 1;
  for (const { person, place, hours } of await hoursOfToday(ctx, today))
    stayOf(person, place).hours += hours;
  return await toWorkers(ctx, [...stays.values()]);
}

/** The tasks that each person has to do today. One range of an index a person and status: what is for later is not read. */
async function tasksOfToday(ctx: QueryCtx, today: Today) {
  const users = (await listUsers(ctx)).filter(({ role }) => isUserRole(role));
  const members = await ctx.db
    .query("teamMembers")
    .withIndex("firstName_lastName")
    .take(maxMembers);
  const found = await Promise.all([
    ...users.map(async ({ _id }) => ({
      person: { userId: _id, teamMemberId: null },
      tasks: await tasksOfUser(ctx, _id, today),
    })),
    ...members.map(async ({ _id }) => ({
      person: { userId: null, teamMemberId: _id },
      tasks: await tasksOfMember(ctx, _id, today),
    })),
  ]);
  return found.map(({ person, tasks }) => ({
    person,
    tasks: tasks.filter((task) => task.status === "in_progress" || isDue(task, today)),
  }));
}

async function tasksOfUser(ctx: QueryCtx, userId: Id<"users">, today: Today) {
  const of = (status: "in_progress" | "not_started") =>
    ctx.db.query("tasks").withIndex("assignedToId_status_dueDate", (q) => {
      const open = q.eq("assignedToId", userId).eq("status", status);
      return status === "in_progress"
        ? open
        : open.gt("dueDate", undefined).lt("dueDate", afterToday(today));
    });
  return [...(await of("in_progress").take(maxTasks)), ...(await of("not_started").take(maxTasks))];
}

async function tasksOfMember(ctx: QueryCtx, memberId: Id<"teamMembers">, today: Today) {
  const of = (status: "in_progress" | "not_started") =>
    ctx.db.query("tasks").withIndex("crewMemberId_status_dueDate", (q) => {
      const open = q.eq("crewMemberId", memberId).eq("status", status);
      return status === "in_progress"
        ? open
        : open.gt("dueDate", undefined).lt("dueDate", afterToday(today));
    });
  return [...(await of("in_progress").take(maxTasks)), ...(await of("not_started").take(maxTasks))];
}

/** A day more than today, because days begin at other moments in other time zones. */
function afterToday({ startOfDay }: Today): number {
  return startOfDay + 2 * dayMs;
}

function isDue({ dueDate }: Doc<"tasks">, today: Today): boolean {
  return dueDate !== undefined && dayIn(today.timeZone, dueDate) <= today.day;
}

/** The time entries of today in active projects, each with its person and its place. */
async function hoursOfToday(ctx: QueryCtx, { day }: Today) {
  const found: { person: Person; place: Pick<Stay, "project" | "unit">; hours: number }[] = [];
  for (const project of await ctx.db.query("projects").withIndex("createdAt").take(maxProjects)) {
    if (project.status !== "active") continue;
    const entries = await ctx.db
      .query("timeEntries")
      .withIndex("projectId_date_startTime", (q) =>
        q
          .eq("projectId", project._id)
          .gte("date", day * dayMs)
          .lt("date", (day + 1) * dayMs),
      )
      .take(maxEntries);
    for (const { userId, teamMemberId = null, unitId, totalHours = 0 } of entries) {
      const unit = unitId === undefined ? null : await ctx.db.get("units", unitId);
      if (totalHours === 0 || unit?.status === "completed") continue;
      const person = { userId: teamMemberId === null ? userId : null, teamMemberId };
      found.push({ person, place: { project, unit }, hours: Math.round(totalHours * 100) });
    }
  }
  return found;
}

async function toWorkers(ctx: QueryCtx, stays: readonly Stay[]) {
  const names = nameReader(ctx);
  const staysByPerson = new Map<string, Stay[]>();
  for (const stay of stays) {
    const key = keyOf(stay.person);
    staysByPerson.set(key, [...(staysByPerson.get(key) ?? []), stay]);
  }
  const workers = await Promise.all(
    Array.from(staysByPerson.values(), async (own) => {
      const { userId, teamMemberId } = must(own[0], "a person is somewhere").person;
      const name =
        userId === null ? await names.member(teamMemberId ?? undefined) : await names.user(userId);
      return { userId, teamMemberId, name: name ?? "", places: own.sort(byPlace).map(toPlace) };
    }),
  );
  return workers.sort((a, b) => compareNames(a.name, b.name));
}

/** In the order of the projects, then in the order in which units were entered; what is in no unit is last. */
function byPlace(a: Stay, b: Stay): number {
  const [one, other] = [a, b].map(({ unit }) => unit?._creationTime ?? Infinity);
  return (
    b.project.createdAt - a.project.createdAt ||
    b.project._creationTime - a.project._creationTime ||
    (one ?? 0) - (other ?? 0)
  );
}

function toPlace({ project, unit, openTasks, hours }: Stay): Infer<typeof vWorkPlace> {
  return {
    projectId: project._id,
    projectName: project.name,
    unitId: unit?._id ?? null,
    unitName: unit?.name ?? null,
    openTasks,
    hours: hours / 100,
  };
}

function keyOf({ userId, teamMemberId }: Person): string {
  return userId ?? teamMemberId ?? "";
}
