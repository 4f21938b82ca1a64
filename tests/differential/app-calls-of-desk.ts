import fc from "fast-check";
import { mostly, type Sent } from "convex-host/comparing";
import { type FunctionCalls, id, key, record, text } from "./app-arguments.ts";

const page = mostly(
  fc.constantFrom<Sent>("/board", "/projects", "/"),
  fc.constantFrom<Sent>("", "//evil.test", "https://evil.test", "/a\\b", 5, null),
);

const filters = mostly(
  fc.constantFrom<Sent>("", "risk=late&sort=name", "q=Ölen 😀"),
  fc.constantFrom<Sent>("a#b", "a\nb", "x".repeat(2001), 5, null),
);

const shared = mostly(fc.boolean(), fc.constantFrom<Sent>(null, "yes"));

const search = (label: string) =>
  record({ q: text(label) }, { limit: fc.constantFrom<Sent>(1, 50, 0, "5") });

/** Arguments of programs for the functions of the search and of saved views. */
export const deskCalls: Readonly<Record<string, FunctionCalls>> = {
  "search:find": { args: search("101 maple"), sweep: {}, fixed: { q: "1" } },
  "search:text": { args: search("work 101"), sweep: {}, fixed: { q: "1" } },
  "views:list": { args: record({}, { page }), sweep: {} },
  "views:create": {
    args: record({ name: text("Late 2"), page, query: filters }, { shared, key }),
    weight: 3,
  },
  "views:update": {
    args: record({ viewId: id("savedViews") }, { name: text("Late 10"), query: filters, shared }),
    weight: 4,
  },
  "views:remove": { args: record({ viewId: id("savedViews") }), weight: 2 },
};
