import { formatDays, localDay } from "../../lib/format.ts";
import type { ProjectPhoto } from "../../lib/photos/photo.ts";
import { mondayAt } from "../../lib/week-range.ts";

/** A group of the wall. */
export interface WallGroup {
  /** The day of the group's photos, or their first and last day. */
  heading: string;
  /** True when the photos are from several days, so that each one shows its own. */
  hasDays: boolean;
}

/**
 * The most photos of a group that may span several days: a group for each day would leave most of a wide screen empty.
 */
const fewPhotos = 12;

/** The periods of a group, the longest first: the number of the month, and the time of the week's Monday. */
const periods = [
  (day: number) => new Date(day).getFullYear() * 12 + new Date(day).getMonth(),
  (day: number) => mondayAt(new Date(day)).getTime(),
];

/**
 * The group of each photo, by its id: its month where that has few photos, else its week where that has few, else its
 * day.
 */
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

/**
 * A photo with the time of its day's midnight, in ms. A number also works for years of more than four digits, whose
 * text form could not be parsed.
 */
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
