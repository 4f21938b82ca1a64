import { dateToDay, dayOf, formatDays } from "../../lib/format.ts";
import type { ProjectPhoto } from "../../lib/photos/photo.ts";
import { mondayAt } from "../../lib/week-range.ts";

/** A group of the wall. */
export interface WallGroup {
  /** The day of its photos, or the first and the last of their days. */
  heading: string;
  /** True when its photos are of several days, which each then tells. */
  hasDays: boolean;
}

/** So few photos stand in one group though they are of several days: one of each day would leave most of a wide screen empty. */
const fewPhotos = 12;

/** The periods of a group, the longest first: a month such as "2026-03", and a week by its Monday. */
const periods = [
  (day: string) => day.slice(0, "2026-03".length),
  (day: string) => dateToDay(mondayAt(new Date(`${day}T00:00`))),
];

/** The group of each photo, by its id: its month where that has few photos, else its week where that has few, else its day. */
export function groupsOf(photos: readonly ProjectPhoto[]): ReadonlyMap<string, WallGroup> {
  const groups = new Map<string, WallGroup>();
  const dated = photos.map(({ id, photoDate }) => ({ id, day: dayOf(photoDate) }));
  split(dated, periods, (members) => {
    const days = members.map(({ day }) => day).toSorted();
    const [first = "", last = ""] = [days[0], days.at(-1)];
    const group = { heading: formatDays(first, last), hasDays: first !== last };
    for (const { id } of members) groups.set(id, group);
  });
  return groups;
}

type Dated = { id: string; day: string };

function split(
  photos: readonly Dated[],
  [periodOf, ...shorter]: readonly ((day: string) => string)[],
  found: (group: readonly Dated[]) => void,
): void {
  const parts = new Map<string, Dated[]>();
  for (const photo of photos) {
    const period = periodOf?.(photo.day) ?? photo.day;
    const part = parts.get(period);
    if (part === undefined) parts.set(period, [photo]);
    else part.push(photo);
  }
  for (const part of parts.values()) {
    if (periodOf === undefined || part.length <= fewPhotos) found(part);
    else split(part, shorter, found);
  }
}
