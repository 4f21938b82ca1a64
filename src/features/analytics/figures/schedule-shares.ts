import type { Figures } from "./analytics-types.ts";

/** The parts of the bar, from left to right. */
export const shareKeys = ["ahead", "on", "behind"] as const;

/** One part of the bar: its name, its share in percent and its colour. */
export type Share = {
  key: (typeof shareKeys)[number];
  label: string;
  percent: number;
  fill: string;
  swatch: string;
};

/** The shares of a project's tasks that are ahead of, on and behind schedule. */
export function scheduleShares(figures: Figures): Share[] {
  return [
    {
      key: "ahead",
      label: "Ahead of Schedule",
      percent: figures.aheadSchedulePercentage,
      fill: "var(--color-accent)",
      swatch: "bg-accent",
    },
    {
      key: "on",
      label: "On Schedule",
      percent: figures.onSchedulePercentage,
      fill: "var(--color-success)",
      swatch: "bg-success",
    },
    {
      key: "behind",
      label: "Behind Schedule",
      percent: figures.behindSchedulePercentage,
      fill: "var(--color-danger)",
      swatch: "bg-danger",
    },
  ];
}
