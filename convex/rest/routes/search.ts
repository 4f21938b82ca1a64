import { api } from "../../_generated/api.js";
import { searchInput, searchParameters } from "../../rules/inputs/search.ts";
import { readRoute } from "../door/endpoint.ts";
import type { Route } from "../door/route.ts";

export const searchRoutes: readonly Route[] = [
  readRoute("/api/search", {
    summary:
      "Projects, units, people and tasks of the master list by words of their names, best first",
    calls: api.search.find,
    query: searchInput.extend(searchParameters),
  }),
  readRoute("/api/search/text", {
    summary: "Tasks by name, description or block, and notes by their text, best first",
    calls: api.search.text,
    query: searchInput.extend(searchParameters),
  }),
];
