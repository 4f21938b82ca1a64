import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";

type Template = FunctionReturnType<typeof api.taskTemplates.list>[number];
type Task = FunctionReturnType<typeof api.tasks.list>[number];
type UnitListItem = FunctionReturnType<typeof api.units.list>[number];
type ProjectListItem = FunctionReturnType<typeof api.projects.list>[number];
type Note = FunctionReturnType<typeof api.unitNotes.list>[number];
type TimeEntry = FunctionReturnType<typeof api.timeEntries.list>[number];
type Photo = FunctionReturnType<typeof api.photos.list>[number];
type ProjectPhoto = FunctionReturnType<typeof api.photos.get>;
type User = FunctionReturnType<typeof api.users.list>[number];
type PoolMember = FunctionReturnType<typeof api.teamMembers.list>[number];
type TeamMember = ProjectListItem["teamMembers"][number];

/** The fields of a record, with plain strings for the id types of the backend. */
type Loose<T> = { [K in keyof T]?: T[K] extends string | null ? string | null : T[K] };

const createdAt = "2026-03-02T09:00:00.000Z";

const noBlock = {
  blockedReason: null,
  blockedNote: null,
  blockedAt: null,
  blockedBy: null,
  blockedByName: null,
};

function record<T>(defaults: object, fields: object): T {
  return { createdAt, updatedAt: createdAt, ...defaults, ...fields } as T;
}

/** A task template with the given fields. */
export function templateOf(fields: Loose<Template>): Template {
  const defaults = { id: "template", name: "Task", description: null, category: "General" };
  return record({ ...defaults, estimatedHours: 1, sortOrder: 0, isDefault: true }, fields);
}

/** A task of unit "unit" that is not started, with the given fields. */
export function taskOf(fields: Loose<Task>): Task {
  const base = fields.baseStatus ?? "not_started";
  return record(
    {
      id: "task",
      unitId: "unit",
      templateId: null,
      name: "Paint walls",
      description: null,
      category: "Paint",
      status: base,
      baseStatus: base,
      assignedToId: null,
      assignedToName: null,
      crewMemberId: null,
      crewMemberName: null,
      ...noBlock,
      startDate: null,
      dueDate: null,
      completionDate: null,
      completedBy: null,
      completedByName: null,
      estimatedHours: 2,
      actualHours: null,
      notes: null,
      sortOrder: 0,
    },
    fields,
  );
}

const noPlan = {
  ...{ moveOutDate: null, readyByDate: null, moveInDate: null, monthlyRent: null },
  turn: {
    ...{ daysVacant: null, turnDays: null, daysToReadyBy: null, daysToMoveIn: null },
    ...{ openHours: 0, risk: "no_date", blockedTasks: 0, monthlyRent: null, vacancyLoss: null },
  },
  ...{ overdueTasks: 0, jeopardyTasks: 0, nextDueDate: null, waitingFor: null, givenTo: [] },
};

/** A unit of project "project" that is not started and has no tasks, with the given fields. */
export function unitOf(fields: Loose<UnitListItem>): UnitListItem {
  return record(
    {
      id: "unit",
      projectId: "project",
      name: "101",
      status: "not_started",
      startDate: null,
      completionDate: null,
      ...noPlan,
      ...noBlock,
      notes: null,
      projectName: "Oak Court",
      totalTasks: 0,
      completedTasks: 0,
      inProgressTasks: 0,
      notStartedTasks: 0,
      recentPhotos: [],
    },
    fields,
  );
}

/** An active project with two units and no team, with the given fields. */
export function projectOf(fields: Loose<ProjectListItem>): ProjectListItem {
  return record(
    {
      id: "project",
      name: "Oak Court",
      description: null,
      status: "active",
      managerId: null,
      supervisorId: null,
      startDate: null,
      targetCompletionDate: null,
      actualCompletionDate: null,
      unitCount: 2,
      teamMembers: [],
    },
    fields,
  );
}

/** A crew member with the given fields. */
export function memberOf(fields: Loose<TeamMember>): TeamMember {
  return record(
    {
      id: "member",
      createdBy: "user",
      firstName: "Ana",
      lastName: "Silva",
      email: "ana@example.com",
      role: "crew_member",
      trade: "Painter",
      phone: null,
      isActive: true,
    },
    fields,
  );
}

/** A crew member of the pool who is on no team, with the given fields. */
export function poolMemberOf({ assignedProjects = [], ...fields }: Loose<PoolMember>): PoolMember {
  return { ...memberOf(fields), assignedProjects };
}

/** A note on unit "unit" by "other" that was never edited, with the given fields. */
export function noteOf(fields: Loose<Note>): Note {
  const author = { userId: "other", userFirstName: "Ana", userLastName: "Silva" };
  return record(
    { id: "note", unitId: "unit", ...author, userEmail: "ana@example.com", content: "Note" },
    fields,
  );
}

/** A progress photo of unit "unit", with the given fields. */
export function photoOf(fields: Loose<Photo>): Photo {
  const { updatedAt: _, ...photo } = record<Photo & { updatedAt?: string }>(
    {
      id: "photo",
      unitId: "unit",
      type: "progress",
      filename: `${fields.id ?? "photo"}.jpg`,
      originalName: "wall.jpg",
      fileSize: 1000,
      mimeType: "image/jpeg",
      uploadedBy: "user",
      caption: null,
      photoDate: createdAt,
      ...{ taskId: null, takenAt: null, rotation: 0, sha256: null },
    },
    fields,
  );
  return photo;
}

/** A progress photo of unit "unit" among those of its project, with the given fields. */
export function projectPhotoOf({ unitName, ...fields }: Loose<ProjectPhoto>): ProjectPhoto {
  const names = { unitName: unitName ?? "101", taskName: null, uploadedByName: "Ana Silva" };
  return { ...names, ...photoOf(fields) };
}

/** A user who administers, with the given fields. */
export function userOf(fields: Loose<User>): User {
  const name = { firstName: "Mia", lastName: "Wolf", email: "mia@homes.test" };
  return record(
    { id: "user", role: "account_administrator", profileImageUrl: null, ...name },
    fields,
  );
}

/** A finished shift of member "member" on 2 March 2026, in no unit, with the given fields. */
export function entryOf(fields: Loose<TimeEntry>): TimeEntry {
  return record(
    {
      id: "entry",
      projectId: "project",
      unitId: null,
      userId: "user",
      createdBy: "user",
      teamMemberId: "member",
      startTime: "2026-03-02T07:00:00.000Z",
      endTime: "2026-03-02T16:00:00.000Z",
      totalHours: "8.00",
      description: null,
      date: "2026-03-02T12:00:00.000Z",
    },
    fields,
  );
}
