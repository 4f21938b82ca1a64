import { type UserRole, userRoles } from "./labels.ts";

/** The whole permission policy, as data: which login roles hold which permission. */
const rolesByPermission = {
  "project:read": ["account_administrator", "project_manager", "project_supervisor"],
  "project:write": ["account_administrator", "project_manager"],
  "unit:write": ["account_administrator", "project_manager", "project_supervisor"],
  "task:write": ["account_administrator", "project_manager", "project_supervisor"],
  "file:write": ["account_administrator", "project_manager", "project_supervisor"],
  "time:read": ["account_administrator", "project_manager", "project_supervisor"],
  "time:write": ["account_administrator", "project_manager", "project_supervisor"],
  "analytics:read": ["account_administrator", "project_manager", "project_supervisor"],
  "projectTeam:write": ["account_administrator", "project_manager", "project_supervisor"],
  "pool:read": ["account_administrator", "project_manager", "project_supervisor"],
  "pool:write": ["account_administrator", "project_manager"],
  "money:read": ["account_administrator", "project_manager"],
  "unit:plan": ["account_administrator", "project_manager"],
  "trash:write": ["account_administrator", "project_manager"],
  "users:write": ["account_administrator"],
  "audit:read": ["account_administrator"],
} as const satisfies Record<string, readonly UserRole[]>;

export type Permission = keyof typeof rolesByPermission;

/** All permissions, in the order of the policy. */
export const permissions = Object.keys(rolesByPermission) as Permission[];

/** True when a stored role is one of the three that may use the product at all. */
export function isUserRole(role: string | null | undefined): role is UserRole {
  return (userRoles as readonly (string | null | undefined)[]).includes(role);
}

/** True when a stored role holds the permission. Unknown and missing roles hold none. */
export function can(role: string | null | undefined, permission: Permission): boolean {
  const holders: readonly string[] = rolesByPermission[permission];
  return isUserRole(role) && holders.includes(role);
}

/** Derived flag: holds for account administrators only. */
export function isProjectAdmin(role: string | null | undefined): boolean {
  return role === "account_administrator";
}

/** Derived flag: project managers and everyone above them. */
export function isProjectManager(role: string | null | undefined): boolean {
  return role === "project_manager" || isProjectAdmin(role);
}

/** Derived flag: project supervisors and everyone above them. */
export function isProjectSupervisor(role: string | null | undefined): boolean {
  return role === "project_supervisor" || isProjectManager(role);
}

/** True for a user who may change or delete a note: its author, project managers, and all roles above them. */
export function canChangeNote(
  viewer: { id: string; role: string | null | undefined },
  note: { userId: string },
): boolean {
  return (
    can(viewer.role, "unit:write") && (note.userId === viewer.id || isProjectManager(viewer.role))
  );
}

/** True for a user who may change or delete a time entry: its creator, project managers, and all roles above them. */
export function canChangeTimeEntry(
  viewer: { id: string; role: string | null | undefined },
  entry: { createdBy: string },
): boolean {
  return (
    can(viewer.role, "time:write") &&
    (entry.createdBy === viewer.id || isProjectManager(viewer.role))
  );
}

/**
 * True for a user who may change or delete a view: its owner; for a shared view also project managers and all roles
 * above them.
 */
export function canChangeView(
  viewer: { id: string; role: string | null | undefined },
  view: { createdBy: string; shared: boolean },
): boolean {
  return (
    can(viewer.role, "project:read") &&
    (view.createdBy === viewer.id || (view.shared && isProjectManager(viewer.role)))
  );
}

/**
 * The requirement of a function on its caller: a permission, a session of any role ("session"), or nothing ("open").
 * Open functions tell visitors who they are and how to sign in.
 */
export type Access = Permission | "session" | "open";

/** The requirement of each public function. A function without a row fails the tests. */
export const permissionByFunction: Readonly<Record<string, Access>> = {
  "company:settings": "open",
  "users:viewer": "open",
  "users:list": "users:write",
  "users:options": "project:write",
  "users:namedAdministrators": "users:write",
  "users:create": "users:write",
  "users:changeRole": "users:write",
  "users:remove": "users:write",
  "audit:list": "audit:read",
  "people:list": "project:read",
  "history:ofUnit": "project:read",
  "history:ofProject": "project:read",
  "history:whileAway": "project:read",
  "presence:list": "project:read",
  "presence:typing": "project:read",
  "presence:look": "project:read",
  "presence:leave": "project:read",
  "search:find": "project:read",
  "search:text": "project:read",
  "views:list": "project:read",
  "views:create": "project:read",
  "views:update": "project:read",
  "views:remove": "project:read",
  "myDay:mine": "project:read",
  "myDay:people": "project:write",
  "sessions:list": "session",
  "sessions:end": "session",
  "sessions:endOthers": "session",
  "sessions:endAllOf": "users:write",
  "users:relink": "users:write",
  "contractors:list": "projectTeam:write",
  "contractors:create": "project:write",
  "contractors:update": "project:write",
  "contractors:remove": "project:write",
  "dashboard:summary": "analytics:read",
  "reports:unitsPage": "analytics:read",
  "reports:unitTaskStatusPage": "analytics:read",
  "reports:taskDetailsPage": "analytics:read",
  "reports:turnStatusPage": "analytics:read",
  "analytics:risk": "analytics:read",
  "analytics:project": "analytics:read",
  "analytics:report": "analytics:read",
  "analytics:projectDays": "analytics:read",
  "analytics:days": "analytics:read",
  "projects:list": "project:read",
  "projects:stats": "project:read",
  "projects:create": "project:write",
  "projects:update": "project:write",
  "projects:contents": "project:write",
  "projects:remove": "project:write",
  "projects:removals": "project:write",
  "projects:retryRemoval": "project:write",
  "board:opening": "project:read",
  "board:pages": "project:read",
  "board:page": "project:read",
  "units:list": "project:read",
  "units:page": "project:read",
  "units:get": "project:read",
  "units:names": "project:read",
  "units:create": "project:write",
  "units:update": "unit:write",
  "units:updateMany": "unit:write",
  "units:remove": "unit:write",
  "units:removeMany": "unit:write",
  "taskTemplates:list": "project:read",
  "taskTemplates:create": "project:write",
  "taskTemplates:update": "project:write",
  "taskTemplates:reorder": "project:write",
  "taskTemplates:retire": "project:write",
  "tasks:list": "project:read",
  "tasks:assigned": "project:read",
  "tasks:assignment": "task:write",
  "tasks:cancelAssignment": "task:write",
  "tasks:assignToUnit": "task:write",
  "tasks:assignToAllUnits": "task:write",
  "tasks:update": "task:write",
  "tasks:updateMany": "task:write",
  "tasks:reorder": "task:write",
  "tasks:remove": "task:write",
  "tasks:removeMany": "task:write",
  "photos:list": "project:read",
  "photos:ofProject": "project:read",
  "photos:get": "project:read",
  "photos:uploadAddress": "file:write",
  "photos:create": "file:write",
  "photos:update": "file:write",
  "photos:remove": "file:write",
  "unitNotes:list": "project:read",
  "unitNotes:create": "unit:write",
  "unitNotes:update": "unit:write",
  "unitNotes:remove": "unit:write",
  "trash:list": "trash:write",
  "trash:restore": "trash:write",
  "trash:takeBack": "project:read",
  "trash:remove": "trash:write",
  "undo:recent": "project:read",
  "undo:event": "project:read",
  "undo:byKey": "project:read",
  "undo:batch": "project:read",
  "undo:progress": "project:read",
  "teamMembers:list": "pool:read",
  "teamMembers:create": "pool:write",
  "teamMembers:update": "pool:write",
  "teamMembers:remove": "pool:write",
  "projectTeams:list": "projectTeam:write",
  "projectTeams:assign": "projectTeam:write",
  "projectTeams:unassign": "projectTeam:write",
  "timeEntries:list": "time:read",
  "timeEntries:page": "time:read",
  "timeEntries:people": "time:read",
  "timeEntries:create": "time:write",
  "timeEntries:update": "time:write",
  "timeEntries:remove": "time:write",
};

const planFields = {
  moveOutDate: "unit:plan",
  readyByDate: "unit:plan",
  moveInDate: "unit:plan",
  monthlyRent: "unit:plan",
} as const;

/** The fields of a call that need a permission in addition to that of the function. */
const permissionByField: Readonly<Record<string, Readonly<Record<string, Permission>>>> = {
  "units:update": planFields,
  "units:updateMany": planFields,
};

/**
 * The first permission that these fields of a call need and this role lacks; null when it lacks none. A field counts as
 * sent when a reader finds it: a sent object may have another prototype, from which fields are read as from itself.
 */
export function lackingForFields(
  role: string | null | undefined,
  name: string,
  sent: Readonly<Record<string, unknown>>,
): Permission | null {
  // One change of many records has its fields in "set".
  const { set } = sent;
  const isSent = (field: string) =>
    sent[field] !== undefined || (isObject(set) && set[field] !== undefined);
  const needed = Object.entries(permissionByField[name] ?? {});
  const lacking = needed.find(([field, permission]) => isSent(field) && !can(role, permission));
  return lacking?.[1] ?? null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
