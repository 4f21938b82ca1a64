import type { Figures } from "./analytics-types.ts";
import { whenUsed } from "../../../lib/when-used.ts";

const dollars = whenUsed(
  () => new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }),
);
const wholeDollars = whenUsed(
  () =>
    new Intl.NumberFormat("en-US", {
      style: "currency",
      currency: "USD",
      minimumFractionDigits: 0,
    }),
);
const hours = whenUsed(() => new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 }));

/** The formats that the figures of each report need. */
export const formatsOfFigures = [dollars, hours];

type Trend = Figures["taskTrends"][number]["trend"];

/** An amount with cents: "$1,234.50". */
export function formatDollars(amount: number): string {
  return dollars().format(amount);
}

/** A rate without needless cents: "$50", "$47.50". */
export function formatRate(rate: number): string {
  return Number.isInteger(rate) ? wholeDollars().format(rate) : dollars().format(rate);
}

/** Hours as a sentence has them: "1,250.5". */
export function formatHourCount(count: number): string {
  return hours().format(count);
}

/** A number with its one decimal: "4.0". */
export function formatDecimal(value: number): string {
  return value.toFixed(1);
}

/** A change with its sign: "+0.5", "-1.2", "0.0". */
export function formatChange(change: number): string {
  return change > 0 ? `+${formatDecimal(change)}` : formatDecimal(change);
}

/** The name of a trend; anything that is neither better nor the same needs attention. */
export function trendLabel(trend: Trend): string {
  if (trend === "improving") return "Improving";
  return trend === "stable" ? "Stable" : "Needs Attention";
}

/** A role as words: "crew member". */
export function roleWords(role: string): string {
  return role.replaceAll("_", " ");
}
