import { day, listOf, oneOf, searchOf, text } from "../../lib/shape.ts";
import { photoTypes } from "../../../convex/rules/labels.ts";

const ids = listOf(text);

function pairOfIds(value: unknown): string[] | undefined {
  const chosen = ids(value);
  return chosen === undefined || chosen.length > 2 ? undefined : chosen;
}

/**
 * The search parameters of a project's photos: filters, the open photo, and the photos that are chosen to be compared.
 */
export const wallSearch = searchOf({
  unit: text,
  stage: oneOf(photoTypes),
  /** A task of the unit. */
  task: text,
  who: text,
  day,
  photo: text,
  /** Present while photos are chosen for a comparison: none, one or two ids. */
  pair: pairOfIds,
});

export type WallSearch = ReturnType<typeof wallSearch>;

/** The parameters that narrow the photos. */
export const WALL_FILTERS = ["unit", "stage", "task", "who", "day"] as const;
