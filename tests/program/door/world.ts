import type { DoorHost } from "./door-host.ts";
import { photoForm, sendTo, type Sent } from "./requests.ts";

export type World = Awaited<ReturnType<typeof newWorld>>;

/** People, and one record of each kind, made through the door itself. */
export async function newWorld({ url, newPerson }: DoorHost) {
  const admin = await newPerson("account_administrator");
  const manager = await newPerson("project_manager");
  const supervisor = await newPerson("project_supervisor");
  const other = await newPerson("project_supervisor");

  const create = async <Answer = { id: string }>(path: string, sent: Sent): Promise<Answer> => {
    const response = await sendTo(url, { method: "POST", path }, { ...sent, ...admin });
    const text = await response.text();
    if (response.status !== 201) throw new Error(`POST ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Answer;
  };
  const member = (lastName: string) => ({
    ...{ firstName: "Ben", lastName, email: "ben@crew.test", role: "crew_member" },
  });

  const templates = [
    await create("/api/task-templates", { body: { name: "Paint", category: "Walls" } }),
    await create("/api/task-templates", { body: { name: "Clean", category: "Floors" } }),
  ];
  const templateIds = templates.map(({ id }) => id);
  const project = { body: { name: "Maple Court", units: ["101", "102"] } };
  const { id: projectId } = await create("/api/projects", project);
  const units = await create<{ id: string }[]>(`/api/projects/${projectId}/units`, {
    body: { units: ["201", "202"] },
  });
  const unitId = units[0]?.id ?? "";
  const bulkUnitId = units[1]?.id ?? "";
  const tasks = await create<{ id: string }[]>(`/api/units/${unitId}/tasks/from-templates`, {
    body: { templateIds: templateIds.slice(0, 1) },
  });
  const bulkTasks = await create<{ id: string }[]>(
    `/api/units/${bulkUnitId}/tasks/from-templates`,
    {
      body: { templateIds: templateIds.slice(0, 1) },
    },
  );
  const photo = await create<{ id: string; filename: string }>("/api/photos", {
    form: photoForm({ unitId, type: "progress" }),
  });
  const uploadId = await newUploadId(url, admin);
  const note = await create("/api/unit-notes", { body: { unitId, content: "Door sticks" } });
  const { id: memberId } = await create("/api/team-members", { body: member("Assigned") });
  const { id: freeMemberId } = await create("/api/team-members", { body: member("Free") });
  await create(`/api/projects/${projectId}/team-assignments`, { body: { teamMemberId: memberId } });
  const contractor = await create(`/api/projects/${projectId}/contractors`, {
    body: { companyName: "Pipes & Co" },
  });
  const entry = await create("/api/time-entries", {
    body: { projectId, startTime: "2026-03-02T07:00:00Z", date: "2026-03-02" },
  });
  const view = { name: "At risk", page: "/board", query: "risk=at_risk", shared: true };
  const { id: viewId } = await create("/api/views", { body: view });
  for (const content of ["Restored", "Removed"]) {
    const { id: noteId } = await create("/api/unit-notes", { body: { unitId, content } });
    const route = { method: "DELETE", path: "/api/unit-notes/:noteId" } as const;
    await sendTo(url, route, { ...admin, params: { noteId } });
  }
  const own = await ownActs(url, admin, { unitId: bulkUnitId, taskId: bulkTasks[0]?.id ?? "" });
  const deleted = await sendTo(url, { method: "GET", path: "/api/trash" }, admin);
  const { page } = (await deleted.json()) as { page: { id: string }[] };
  return {
    ...{ ...own, itemIds: page.map(({ id }) => id) },
    ...{ admin, manager, supervisor, other, templateIds, projectId, unitId, memberId },
    ...{ freeMemberId, taskId: tasks[0]?.id ?? "", photoId: photo.id, filename: photo.filename },
    ...{ uploadId, bulkUnitId, bulkTaskId: bulkTasks[0]?.id ?? "" },
    ...{ viewId, noteId: note.id, contractorId: contractor.id, timeEntryId: entry.id },
  };
}

type Headed = { headers: Record<string, string> };

/** Makes a change of one record and a change of many as this person. */
async function ownActs(url: string, person: Headed, ids: { unitId: string; taskId: string }) {
  const send = async (method: "GET" | "PATCH", path: string, request: object) =>
    await (await sendTo(url, { method, path }, { ...person, ...request })).json();
  const set = { dueDate: "2026-03-09" };
  const many: unknown = await send("PATCH", "/api/tasks", { body: { ids: [ids.taskId], set } });
  const params = { unitId: ids.unitId };
  await send("PATCH", "/api/units/:unitId", { params, body: { startDate: "2026-03-02" } });
  const told: unknown = await send("GET", "/api/units/:unitId/history", { params });
  const { page } = told as { page: { id: string }[] };
  return { batchId: (many as { batchId: string }).batchId, eventId: page[0]?.id ?? "" };
}

/** Returns an upload URL for this person's session, from the live connection's function. */
async function newUploadId(url: string, { headers }: { headers: Record<string, string> }) {
  const session = headers["Cookie"]?.split("=")[1] ?? "";
  const call = { path: "photos:uploadAddress", args: { session }, format: "json" };
  const response = await fetch(`${url}/api/mutation`, {
    ...{ method: "POST", body: JSON.stringify(call) },
    headers: { "Content-Type": "application/json" },
  });
  const { value } = (await response.json()) as { value: string };
  return value.split("/").at(-1) ?? "";
}
