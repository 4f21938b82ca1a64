/** The product's one name, wherever it is shown. */
export const productName = "Turnboard";

/** The login roles; a user with any other stored role may do nothing. */
export const userRoles = [
  "account_administrator",
  "project_manager",
  "project_supervisor",
] as const;
export type UserRole = (typeof userRoles)[number];

export const projectStatuses = ["active", "completed", "on_hold", "cancelled"] as const;
export type ProjectStatus = (typeof projectStatuses)[number];

export const unitStatuses = ["not_started", "in_progress", "completed", "on_hold"] as const;
export type UnitStatus = (typeof unitStatuses)[number];

/** The stored task statuses; "overdue" exists only on reads. */
export const baseTaskStatuses = ["not_started", "in_progress", "completed"] as const;
export type BaseTaskStatus = (typeof baseTaskStatuses)[number];

export const taskStatuses = [...baseTaskStatuses, "overdue"] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** The reasons of a block: what a unit or a task waits for. */
export const blockedReasons = ["parts", "vendor", "access", "approval", "other"] as const;
export type BlockedReason = (typeof blockedReasons)[number];

/** The risks of a unit against its promised days, most urgent first. */
export const risks = ["late", "at_risk", "on_track", "no_date", "done"] as const;
export type Risk = (typeof risks)[number];

/** The workforce roles of team members. They classify people and give no permissions. */
export const memberRoles = ["project_manager", "supervisor", "crew_member", "contractor"] as const;
export type MemberRole = (typeof memberRoles)[number];

export const photoTypes = ["before", "progress", "completion"] as const;
export type PhotoType = (typeof photoTypes)[number];

/** The clockwise rotations in degrees with which a photo is shown; its file does not change. */
export const rotations = [0, 90, 180, 270] as const;

/** The kinds of records that can be in the trash. */
export const trashKinds = ["project", "unit", "task", "photo", "note", "time_entry"] as const;
export type TrashKind = (typeof trashKinds)[number];

export const activityTypes = ["photo", "task_update", "time_entry"] as const;
export type ActivityType = (typeof activityTypes)[number];

/** The periods of analytics in days. */
export const analyticsPeriods = [30, 90, 365] as const;
export type AnalyticsPeriod = (typeof analyticsPeriods)[number];

/** The trades that the form of a team member offers; other texts are allowed too. */
export const trades = [
  "General Construction",
  "Electrician",
  "Plumber",
  "HVAC Technician",
  "Flooring Specialist",
  "Painter",
  "Carpenter/Framing",
  "Drywall Installer",
  "Tile Installer",
  "Appliance Installer",
  "Maintenance Technician",
  "Project Coordinator",
] as const;

const roleLabels: Readonly<Record<string, string>> = {
  account_administrator: "Account Administrator",
  project_supervisor: "Project Supervisor",
  project_manager: "Project Manager",
  supervisor: "Supervisor",
  crew_member: "Crew Member",
  contractor: "Contractor",
};

/** The label of a role on the screen; an unknown value is shown as it is. */
export function roleLabel(role: string): string {
  return Object.hasOwn(roleLabels, role) ? (roleLabels[role] ?? role) : role;
}

/** The label of a role on the project team page, where a supervisor is a "Project Supervisor". */
export function projectTeamRoleLabel(role: string): string {
  return role === "supervisor" ? "Project Supervisor" : roleLabel(role);
}

/** The kinds of audit entries, each with its words on the screen. */
const auditLabels = {
  "auth.signedIn": "Signed in",
  "auth.refused": "Sign-in refused",
  "auth.signedOut": "Signed out",
  "auth.sessionsEnded": "Sessions ended",
  "user.joined": "Account opened by sign-in",
  "user.added": "User added",
  "user.restored": "User restored",
  "user.removed": "User deleted",
  "user.relinked": "Sign-in of a user reset",
  "role.changed": "Role changed",
  "access.refused": "Access refused",
  "adminKey.used": "Admin key used",
  "adminKey.refused": "Admin key refused",
  "data.exported": "Data exported",
  "data.imported": "Data imported",
  "data.restored": "Backup restored",
  "code.pushed": "Code pushed",
  "variables.changed": "Variables changed",
} as const;

export type AuditKind = keyof typeof auditLabels;

export const auditKinds = Object.keys(auditLabels) as AuditKind[];

/** The label of a kind of audit entry on the screen; an unknown kind is shown as it is. */
export function auditLabel(kind: string): string {
  return Object.hasOwn(auditLabels, kind) ? auditLabels[kind as AuditKind] : kind;
}
