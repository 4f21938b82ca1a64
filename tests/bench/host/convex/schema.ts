import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  tasks: defineTable({
    unit: v.number(),
    name: v.string(),
    category: v.string(),
    status: v.string(),
    dueDate: v.string(),
    notes: v.string(),
    estimatedHours: v.number(),
    sortOrder: v.number(),
  }).index("unit", ["unit"]),

  accounts: defineTable({ number: v.number(), balance: v.number() }).index("number", ["number"]),
});
