import { clsx, type ClassValue } from "clsx";
import { createTailwindMerge } from "tailwind-merge";
import { classGroups, conflicts } from "./class-groups.ts";

// The library's own configuration has every class of Tailwind, and its setup takes a slow phone a third of a second.
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups,
  conflictingClassGroups: conflicts,
  conflictingClassGroupModifiers: { "font-size": ["leading"] },
  orderSensitiveModifiers: ["*", "**", "after", "before", "file", "marker", "placeholder"],
}));

/** Joins class names; where two set the same property, the later one wins. */
export function cn(...inputs: ClassValue[]): string {
  return merge(clsx(inputs));
}
