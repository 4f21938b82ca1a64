const MONDAY = 1;

/** Midnight at the start of the week that contains a time, in the viewer's zone. */
export function mondayAt(now: Date): Date {
  const daysSince = (now.getDay() + 7 - MONDAY) % 7;
  return daysAfter(now, -daysSince);
}

/** The range of instants that contains every date of the week from this midnight on, in the viewer's zone. */
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
