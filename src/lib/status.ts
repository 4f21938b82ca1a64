import {
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDotDashed,
  CirclePause,
  type LucideIcon,
} from "lucide-react";

import type { TaskStatus, UnitStatus } from "../../convex/rules/labels.ts";
import type { Tone } from "./tone.ts";

/** The look of a status: always a word and an icon beside the tone. */
export type StatusDisplay = { label: string; tone: Tone; icon: LucideIcon };

const notStarted: StatusDisplay = { label: "Not Started", tone: "neutral", icon: Circle };
const inProgress: StatusDisplay = { label: "In Progress", tone: "info", icon: CircleDotDashed };
const completed: StatusDisplay = { label: "Completed", tone: "success", icon: CircleCheck };
const onHold: StatusDisplay = { label: "On Hold", tone: "warning", icon: CirclePause };
const overdue: StatusDisplay = { label: "Overdue", tone: "danger", icon: CircleAlert };

/** The look of each unit status. */
export const UNIT_STATUS = {
  not_started: notStarted,
  in_progress: inProgress,
  completed,
  on_hold: onHold,
} satisfies Record<UnitStatus, StatusDisplay>;

/** The look of each task status, the derived overdue included. */
export const TASK_STATUS = {
  not_started: notStarted,
  in_progress: inProgress,
  completed,
  overdue,
} satisfies Record<TaskStatus, StatusDisplay>;

/** A project's status on its card: Active, Complete, and On Hold for any other. */
export function projectCardStatus(status: string): StatusDisplay {
  if (status === "active") return { ...inProgress, label: "Active" };
  if (status === "completed") return { ...completed, label: "Complete" };
  return onHold;
}

/** A project's status on the dashboard panel, which knows In Progress and Complete only. */
export function projectPanelStatus(status: string): StatusDisplay {
  return status === "active" ? inProgress : { ...completed, label: "Complete" };
}
