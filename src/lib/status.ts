import {
  CalendarX,
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDotDashed,
  CirclePause,
  DoorClosed,
  Hand,
  type LucideIcon,
  Package,
  Stamp,
  TriangleAlert,
  Truck,
} from "lucide-react";

import type { BlockedReason, Risk, TaskStatus, UnitStatus } from "../../convex/rules/labels.ts";
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

/** The look of each risk of a unit. */
export const UNIT_RISK = {
  late: { label: "Late", tone: "danger", icon: CircleAlert },
  at_risk: { label: "At risk", tone: "warning", icon: TriangleAlert },
  on_track: { label: "On track", tone: "success", icon: CircleCheck },
  no_date: { label: "No date", tone: "neutral", icon: CalendarX },
  done: { label: "Done", tone: "neutral", icon: CircleCheck },
} satisfies Record<Risk, StatusDisplay>;

/** The label and the icon of each reason for a block. */
export const BLOCKED_REASON = {
  parts: { label: "Parts", icon: Package },
  vendor: { label: "Vendor", icon: Truck },
  access: { label: "Access", icon: DoorClosed },
  approval: { label: "Approval", icon: Stamp },
  other: { label: "Other", icon: Hand },
} satisfies Record<BlockedReason, { label: string; icon: LucideIcon }>;

/** A project's status on its card: Active, Complete, and On Hold for any other. */
export function projectCardStatus(status: string): StatusDisplay {
  if (status === "active") return { ...inProgress, label: "Active" };
  if (status === "completed") return { ...completed, label: "Complete" };
  return onHold;
}

/** The status on the dashboard panel, which has only In Progress and Complete. */
export function projectPanelStatus(status: string): StatusDisplay {
  return status === "active" ? inProgress : { ...completed, label: "Complete" };
}
