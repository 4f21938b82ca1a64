import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api.js";
import { daysOf, type Part, parts } from "../../../../convex/rules/turnSplit.ts";

/** The days of completed units, split by their use. */
export type DaysReport = FunctionReturnType<typeof api.analytics.projectDays>;

type Days = DaysReport["average"];

/** One part of a turn: its name, its colour, its days a unit and its share in percent. */
export type DayShare = {
  key: Part;
  label: string;
  days: number;
  percent: number;
  fill: string;
  swatch: string;
};

const looks: Record<Part, Pick<DayShare, "label" | "fill" | "swatch">> = {
  beforeWork: look("Before Work", "line-strong", "bg-line-strong"),
  parts: look("Blocked: Parts", "warning", "bg-warning"),
  vendor: look("Blocked: Vendor", "danger", "bg-danger"),
  access: look("Blocked: Access", "warning-text", "bg-warning-text"),
  approval: look("Blocked: Approval", "danger-text", "bg-danger-text"),
  other: look("Blocked: Other", "ink-muted", "bg-ink-muted"),
  finalCheck: look("Final Check", "success", "bg-success"),
  working: look("Working", "accent", "bg-accent"),
};

/** The parts of a turn in the order of time; blocked reasons without any days are left out. */
export function dayShares({ average, percent }: { average: Days; percent: Days }): DayShare[] {
  return parts
    .map((key) => ({
      ...{ key, ...looks[key], days: daysOf(average, key), percent: daysOf(percent, key) },
    }))
    .filter(({ label, days, percent: share }) => !label.startsWith("Blocked") || days + share > 0);
}

function look(label: string, color: string, swatch: string) {
  return { label, fill: `var(--color-${color})`, swatch };
}
