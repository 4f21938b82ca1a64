import { tz } from "@date-fns/tz";
import { differenceInCalendarDays, formatISO } from "date-fns";
import { companyZone } from "./company-zone.ts";

/** The company's current day as "YYYY-MM-DD", which differs from the viewer's near midnight. */
export function companyToday(now = new Date()): string {
  return formatISO(now, { representation: "date", in: tz(companyZone.snapshot()) });
}

/** The whole days since a moment in a time zone; 0 without one. */
export function daysSince(moment: string | null, zone: string, now = new Date()): number {
  if (moment === null) return 0;
  return Math.max(0, differenceInCalendarDays(now, moment, { in: tz(zone) }));
}
