import type { FunctionArgs } from "convex/server";
import type { Page } from "@playwright/test";
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../../convex/_generated/api.js";

/** A page, or a request context with a person's cookies. */
type Requester = Pick<Page, "request">;

/** A client of the real function API that acts as the person signed in on this page. */
export async function functionClient(page: Requester): Promise<ConvexHttpClient> {
  const response = await page.request.get("/api/auth/token");
  if (!response.ok()) throw new Error(`No token: ${response.status()} ${await response.text()}`);
  const { token } = (await response.json()) as { token: string };
  const client = new ConvexHttpClient(new URL(response.url()).origin, { logger: false });
  client.setAuth(token);
  return client;
}

/** Creates a project with these units as the person of this page, without clicking through it. */
export async function createProject(
  page: Requester,
  project: FunctionArgs<typeof api.projects.create>,
) {
  const client = await functionClient(page);
  return await client.mutation(api.projects.create, project);
}

/** The projects as the person of this page may read them. */
export async function readProjects(page: Requester) {
  return await (await functionClient(page)).query(api.projects.list, {});
}

/** The units of a project as the person of this page may read them. */
export async function readUnits(page: Requester, projectId: string) {
  return await (await functionClient(page)).query(api.units.list, { projectId });
}

/** The photos of a unit as the person of this page may read them. */
export async function readPhotos(page: Requester, unitId: string) {
  return await (await functionClient(page)).query(api.photos.list, { unitId });
}

/** The tasks of a unit as the person of this page may read them. */
export async function readTasks(page: Requester, unitId: string) {
  return await (await functionClient(page)).query(api.tasks.list, { unitId });
}

/** The notes of a unit as the person of this page may read them. */
export async function readNotes(page: Requester, unitId: string) {
  return await (await functionClient(page)).query(api.unitNotes.list, { unitId });
}

/** Writes a note on a unit as the person of this page; its id. */
export async function addNote(page: Requester, unitId: string, content: string) {
  return (await (await functionClient(page)).mutation(api.unitNotes.create, { unitId, content }))
    .id;
}

/** Deletes a unit as the person of this page. */
export async function deleteUnit(page: Requester, unitId: string) {
  await (await functionClient(page)).mutation(api.units.remove, { unitId });
}

/** Deletes units as one act, as the person of this page. */
export async function deleteUnits(page: Requester, ids: string[]) {
  await (await functionClient(page)).mutation(api.units.removeMany, { ids });
}

/** Sets the due day of all tasks in a project in one act, as the page's person. */
export async function setDueDays(page: Requester, projectId: string, dueDate: string) {
  const client = await functionClient(page);
  const units = await client.query(api.units.list, { projectId });
  const lists = await Promise.all(
    units.map(({ id: unitId }) => client.query(api.tasks.list, { unitId })),
  );
  const ids = lists.flat().map(({ id }) => id);
  await client.mutation(api.tasks.updateMany, { ids, set: { dueDate } });
}

/** The dashboard's figures as the person of this page may read them. */
export async function readDashboard(page: Requester) {
  return await (await functionClient(page)).query(api.dashboard.summary, {});
}

/** The analytics of a project as the person of this page may read them. */
export async function readAnalytics(page: Requester, projectId: string, period: number) {
  return await (await functionClient(page)).query(api.analytics.project, { projectId, period });
}

/** Assigns the first templates of the master list to every unit of a project. */
export async function assignTasks(page: Requester, projectId: string, count: number) {
  const client = await functionClient(page);
  const templates = await client.query(api.taskTemplates.list, {});
  const templateIds = templates.slice(0, count).map((template) => template.id);
  return await client.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
}

/** Assigns a new task to every unit of a project; the master list is the same as before. */
export async function assignNewTask(
  page: Requester,
  projectId: string,
  task: { name: string; category: string },
) {
  const client = await functionClient(page);
  const { id } = await client.mutation(api.taskTemplates.create, { ...task, estimatedHours: 1 });
  await client.mutation(api.tasks.assignToAllUnits, { projectId, templateIds: [id] });
  await client.mutation(api.taskTemplates.retire, { templateId: id });
}

/**
 * Sets the due date of the first tasks in a project's first unit to today, and makes a person the project's supervisor.
 */
export async function planDay(
  page: Requester,
  projectId: string,
  { tasks, supervisor }: { tasks: number; supervisor: string },
) {
  const client = await functionClient(page);
  const people = await client.query(api.users.options, {});
  const supervisorId = people.find(({ role }) => role === supervisor)?.id ?? null;
  await client.mutation(api.projects.update, { projectId, supervisorId });
  const [unit] = await client.query(api.units.list, { projectId });
  const listed = await client.query(api.tasks.list, { unitId: unit?.id ?? "" });
  const dueDate = new Date().toISOString().slice(0, 10);
  for (const { id } of listed.slice(0, tasks))
    await client.mutation(api.tasks.update, { taskId: id, dueDate });
}

/** Sets the planned dates of a project's first unit, and returns its id. */
export async function planUnit(
  page: Requester,
  projectId: string,
  plan: { moveOutDate: string; readyByDate: string },
) {
  const client = await functionClient(page);
  const [unit] = await client.query(api.units.list, { projectId });
  return (await client.mutation(api.units.update, { unitId: unit?.id ?? "", ...plan })).id;
}

/** Completes the first task of the first unit of a project. */
export async function completeTask(page: Requester, projectId: string) {
  const client = await functionClient(page);
  const units = await client.query(api.units.list, { projectId });
  const tasks = await client.query(api.tasks.list, { unitId: units[0]?.id ?? "" });
  await client.mutation(api.tasks.update, { taskId: tasks[0]?.id ?? "", status: "completed" });
}

/** Starts the first tasks of a unit. */
export async function beginTasks(page: Page, unitId: string, count: number) {
  const client = await functionClient(page);
  const tasks = await client.query(api.tasks.list, { unitId });
  const ids = tasks.slice(0, count).map(({ id }) => id);
  await client.mutation(api.tasks.updateMany, { ids, set: { status: "in_progress" } });
}

/** Blocks the first task of a unit and assigns it to a person, whose name is returned. */
export async function blockTask(page: Page, unitId: string) {
  const client = await functionClient(page);
  const [task] = await client.query(api.tasks.list, { unitId });
  const [person] = await client.query(api.people.list, {});
  const patch = {
    blockedReason: "parts",
    blockedNote: "Door is on order",
    assignedToId: person?.id ?? "",
  };
  const blocked = await client.mutation(api.tasks.update, { taskId: task?.id ?? "", ...patch });
  return blocked.assignedToName ?? "";
}

/** Creates people with these names and adds them to a project's team. */
export async function createTeam(page: Requester, projectId: string, lastNames: readonly string[]) {
  const client = await functionClient(page);
  for (const [at, lastName] of lastNames.entries()) {
    const email = `crew${String(at)}.${projectId}@example.com`;
    const person = { firstName: "Crew", lastName, email, role: "crew_member" };
    const { id } = await client.mutation(api.teamMembers.create, person);
    await client.mutation(api.projectTeams.assign, { projectId, teamMemberId: id });
  }
}

/** Gives the tasks of a project's first unit to the first member of its team. */
export async function giveTasks(page: Requester, projectId: string) {
  const client = await functionClient(page);
  const [member] = await client.query(api.projectTeams.list, { projectId });
  const [unit] = await client.query(api.units.list, { projectId });
  const tasks = await client.query(api.tasks.list, { unitId: unit?.id ?? "" });
  const ids = tasks.map(({ id }) => id);
  await client.mutation(api.tasks.updateMany, { ids, set: { crewMemberId: member?.id } });
}
