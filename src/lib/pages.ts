import {
  ChartColumn,
  Clock,
  Contact,
  DoorOpen,
  FileSpreadsheet,
  FolderKanban,
  Grid3x3,
  History,
  Images,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  ScrollText,
  Sun,
  Trash2,
  UserCog,
  Users,
} from "lucide-react";
import type { Permission } from "../../convex/rules/permissions.ts";

/** A page of the menu: its address, its name, and the letter that opens it after "g". */
interface PageOf<Address extends string> {
  to: Address;
  label: string;
  icon: LucideIcon;
  letter: string;
  /** True marks the link as current only at exactly this address, and not below it. */
  exact?: boolean;
  /** The permission that the page needs. */
  needs?: Permission;
}

type WorkspaceAddress =
  | "/"
  | "/my-day"
  | "/board"
  | "/projects"
  | "/analytics"
  | "/reports"
  | "/team-management"
  | "/user-management"
  | "/audit"
  | "/task-templates"
  | "/trash";

/** The pages of the workspace, in the order of the menu. */
export const workspacePages: readonly PageOf<WorkspaceAddress>[] = [
  { to: "/", label: "Dashboard", icon: LayoutDashboard, letter: "d", exact: true },
  { to: "/my-day", label: "My Day", icon: Sun, letter: "m", needs: "project:read" },
  {
    ...{ to: "/board", label: "Turn Board", icon: Grid3x3, letter: "b" },
    ...{ exact: true, needs: "project:read" },
  },
  { to: "/projects", label: "Projects", icon: FolderKanban, letter: "p", exact: true },
  { to: "/analytics", label: "Analytics", icon: ChartColumn, letter: "a" },
  { to: "/reports", label: "Reports", icon: FileSpreadsheet, letter: "r" },
  {
    ...{ to: "/team-management", label: "Team Management", icon: Users, letter: "t" },
    needs: "pool:write",
  },
  {
    ...{ to: "/user-management", label: "User Management", icon: UserCog, letter: "s" },
    needs: "users:write",
  },
  { to: "/audit", label: "Audit Log", icon: ScrollText, letter: "l", needs: "audit:read" },
  {
    ...{ to: "/task-templates", label: "Master Task List", icon: ListChecks, letter: "k" },
    needs: "project:write",
  },
  { to: "/trash", label: "Trash", icon: Trash2, letter: "x", needs: "trash:write" },
];

type ProjectAddress =
  `/projects/$projectId/${"units" | "board" | "photos" | "history" | "team" | "time-tracking"}`;

/** The pages that every project has, in the order of the menu. */
export const projectPages: readonly PageOf<ProjectAddress>[] = [
  { to: "/projects/$projectId/units", label: "Units", icon: DoorOpen, letter: "u" },
  { to: "/projects/$projectId/board", label: "Board", icon: Grid3x3, letter: "o" },
  { to: "/projects/$projectId/photos", label: "Photos", icon: Images, letter: "f" },
  { to: "/projects/$projectId/history", label: "History", icon: History, letter: "y" },
  {
    ...{ to: "/projects/$projectId/team", label: "Project Team", icon: Contact, letter: "c" },
    needs: "projectTeam:write",
  },
  {
    to: "/projects/$projectId/time-tracking",
    ...{ label: "Time Tracking", icon: Clock, letter: "h" },
  },
];
