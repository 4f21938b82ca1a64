import { formatDays, localDay } from "../../lib/format.ts";
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

/** The numbers of the periods of a group, the longest first: of the month, and of the week by its Monday. */
const periods = [
  (day: number) => new Date(day).getFullYear() * 12 + new Date(day).getMonth(),
  (day: number) => mondayAt(new Date(day)).getTime(),
];

/** The group of each photo, by its id: its month where that has few photos, else its week where that has few, else its day. */
export function groupsOf(photos: readonly ProjectPhoto[]): ReadonlyMap<string, WallGroup> {
  const groups = new Map<string, WallGroup>();
  const dated = photos.map(({ id, photoDate }) => ({
    id,
    day: localDay(photoDate).setHours(0, 0, 0, 0),
  }));
  split(dated, periods, (members) => {
    const days = members.map(({ day }) => day).toSorted((one, other) => one - other);
    const [first = 0, last = 0] = [days[0], days.at(-1)];
    const group = { heading: formatDays(first, last), hasDays: first !== last };
    for (const { id } of members) groups.set(id, group);
  });
  return groups;
}

/** A photo and its day: the midnight at which that begins. A year beyond four digits has one, and no text that is read again. */
type Dated = { id: string; day: number };

function split(
  photos: readonly Dated[],
  [periodOf, ...shorter]: readonly ((day: number) => number)[],
  found: (group: readonly Dated[]) => void,
): void {
  const parts = new Map<number, Dated[]>();
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
