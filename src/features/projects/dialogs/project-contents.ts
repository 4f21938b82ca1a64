import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api.js";
import { formatCount } from "../../../lib/format.ts";

type Contents = FunctionReturnType<typeof api.projects.contents>;
type Counted = Contents["photos"];

/** The contents of a project in words: "2 units, 30 tasks and more than 1,000 photos". */
export function contentsInWords(contents: Contents): string {
  const { units, tasks, photos, notes, hours, teamMembers, contractors } = contents;
  const parts = [
    inWords({ count: units, isMore: false }, "unit"),
    inWords({ count: tasks, isMore: false }, "task"),
    inWords(photos, "photo"),
    inWords(notes, "note"),
    inWords({ ...hours, count: Math.round(hours.count * 10) / 10 }, "logged hour"),
    inWords(teamMembers, "team assignment"),
    inWords(contractors, "contractor"),
  ].filter((part) => part !== null);
  return listFormat.format(parts);
}

const listFormat = new Intl.ListFormat("en", { type: "conjunction" });
const numberFormat = new Intl.NumberFormat("en");

/** A count in words; null when it is zero. */
function inWords({ count, isMore }: Counted, word: string): string | null {
  // A count of "more than zero" only says that there may be some.
  if (count === 0) return isMore ? `all ${word}s` : null;
  const counted = formatCount(count, word).replace(String(count), numberFormat.format(count));
  return isMore ? `more than ${counted}` : counted;
}
