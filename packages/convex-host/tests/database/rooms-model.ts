import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { exportSchema } from "./fixture.ts";

export type Room = { name: string; house: string; floor: number };
export type Model = ReadonlyMap<string, Room>;

/** Returns the schema of the rooms; an odd number adds one more index. */
export function schema(indexes: number): string {
  const plain = defineTable(v.any())
    .index("by_name", ["name"])
    .index("by_house", ["house", "name"]);
  const rooms = indexes % 2 === 0 ? plain : plain.index("by_floor", ["floor", "name"]);
  return exportSchema(defineSchema({ rooms }));
}

export const byText = (left: string, right: string) => (left < right ? -1 : 1);
export const namesOf = (model: Model) =>
  [...model.values()].map(({ name }) => name).toSorted(byText);
