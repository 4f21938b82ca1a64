import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { dayIn, dayMs } from "../../lib/dates.ts";
import { must } from "../../lib/errors.ts";
import { isUserRole } from "../../rules/permissions.ts";
import { compareNames } from "../../rules/urgency.ts";
import type { QueryCtx } from "../context/context.ts";
import { ListRoom } from "../context/listRoom.ts";
import { readToday, type Today } from "../context/today.ts";
import { nameReader } from "../people/names.ts";
import { listActive } from "../projects/projects.ts";
import { withPlaces } from "./dayTasks.ts";

/** The maximum number of tasks read of one project; no project has more for one day. */
const maxTasks = 5000;
/** The maximum number of time entries read of one project; no project has more on one day. */
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

/** One person's work in a unit, or in a project without a unit; hours in hundredths. */
type Stay = {
  person: Person;
  project: Doc<"projects">;
  unit: Doc<"units"> | null;
  openTasks: number;
  hours: number;
};

/**
 * The people with work today in one project or in all active ones: their places, the number of their tasks that are in
 * progress, overdue or due today, and their hours of today. A page asks for each project separately, so that a ticked
 * task reruns the query of its own project only.
 */
export async function listWorkers(
  ctx: QueryCtx,
  project?: Doc<"projects">,
): Promise<Infer<typeof vWorker>[]> {
  const today = await readToday(ctx);
  const projects = project === undefined ? await listActive(ctx) : [project];
  const stays = new Map<string, Stay>();
  const stayOf = (person: Person, { project: at, unit }: Pick<Stay, "project" | "unit">) => {
    const key = `${keyOf(person)} ${unit?._id ?? at._id}`;
    const stay = stays.get(key) ?? { person, project: at, unit, openTasks: 0, hours: 0 };
    stays.set(key, stay);
    return stay;
  };
  const people = new PeopleAtWork(ctx);
  const room = new ListRoom();
  for (const { _id, status } of projects) {
    if (status !== "active") continue;
    for (const place of await withPlaces(ctx, await tasksOfToday(ctx, _id, { today, room })))
      for (const person of await people.of(place.task)) stayOf(person, place).openTasks += 1;
  }
  for (const { person, place, hours } of await hoursOfToday(ctx, projects, today))
    stayOf(person, place).hours += hours;
  return await toWorkers(ctx, [...stays.values()]);
}

/** The assigned tasks of a project that are in progress, overdue or due today. Later tasks are not read. */
async function tasksOfToday(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { today, room }: { today: Today; room: ListRoom },
) {
  const inProgress = ctx.db
    .query("tasks")
    .withIndex("projectId_status_dueDate", (q) =>
      q.eq("projectId", projectId).eq("status", "in_progress"),
    );
  const waiting = ctx.db
    .query("tasks")
    .withIndex("projectId_status_dueDate", (q) =>
      q
        .eq("projectId", projectId)
        .eq("status", "not_started")
        .gt("dueDate", undefined)
        .lt("dueDate", afterToday(today)),
    );
  const isGiven = ({ assignedToId, crewMemberId }: Doc<"tasks">) =>
    assignedToId !== undefined || crewMemberId !== undefined;
  const begun = await room.take(inProgress, maxTasks);
  const due = (await room.take(waiting, maxTasks)).filter((task) => isDue(task, today));
  return [...begun, ...due].filter(isGiven);
}

/** The assignees of tasks who still exist: users with a role, and members of the pool. Reads are cached. */
class PeopleAtWork {
  readonly #ctx: QueryCtx;
  readonly #users = new Map<Id<"users">, Promise<boolean>>();
  readonly #members = new Map<Id<"teamMembers">, Promise<boolean>>();

  constructor(ctx: QueryCtx) {
    this.#ctx = ctx;
  }

  async of({ assignedToId, crewMemberId }: Doc<"tasks">): Promise<Person[]> {
    const people: Person[] = [];
    if (assignedToId !== undefined && (await this.#isUser(assignedToId)))
      people.push({ userId: assignedToId, teamMemberId: null });
    if (crewMemberId !== undefined && (await this.#isMember(crewMemberId)))
      people.push({ userId: null, teamMemberId: crewMemberId });
    return people;
  }

  async #isUser(id: Id<"users">): Promise<boolean> {
    const look = async () => {
      const user = await this.#ctx.db.get("users", id);
      return user !== null && user.removedAt === undefined && isUserRole(user.role);
    };
    const known = this.#users.get(id) ?? look();
    this.#users.set(id, known);
    return await known;
  }

  async #isMember(id: Id<"teamMembers">): Promise<boolean> {
    const look = async () => (await this.#ctx.db.get("teamMembers", id)) !== null;
    const known = this.#members.get(id) ?? look();
    this.#members.set(id, known);
    return await known;
  }
}

/**
 * The end of a date range that includes today. It has one day more, because days begin at different times in different
 * time zones.
 */
function afterToday({ startOfDay }: Today): number {
  return startOfDay + 2 * dayMs;
}

function isDue({ dueDate }: Doc<"tasks">, today: Today): boolean {
  return dueDate !== undefined && dayIn(today.timeZone, dueDate) <= today.day;
}

/** The time entries of today in these projects, each with its person and its place. */
async function hoursOfToday(ctx: QueryCtx, projects: readonly Doc<"projects">[], { day }: Today) {
  const found: { person: Person; place: Pick<Stay, "project" | "unit">; hours: number }[] = [];
  for (const project of projects) {
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

/** Compares by project, newest first, then by the creation of the unit; work without a unit comes last. */
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
