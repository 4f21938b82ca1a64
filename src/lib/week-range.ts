const MONDAY = 1;

/** Midnight of the first day of the week of a moment, as the viewer counts days. */
export function mondayAt(now: Date): Date {
  const daysSince = (now.getDay() + 7 - MONDAY) % 7;
  return daysAfter(now, -daysSince);
}

/** The moments between which every date of the week from this midnight on lies, as the viewer counts days. */
export function weekRangeFrom(monday: Date): { from: string; to: string } {
  const [sunday, next] = [daysAfter(monday, 6), daysAfter(monday, 7)];
  // A picked day is noon UTC, which far in the east is the next day already.
  const lastPicked = Date.UTC(sunday.getFullYear(), sunday.getMonth(), sunday.getDate(), 12);
  const end = Math.max(next.getTime() - 1, lastPicked);
  return { from: monday.toISOString(), to: new Date(end).toISOString() };
}

function daysAfter(day: Date, count: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + count);
}
