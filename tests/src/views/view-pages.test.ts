import { expect, test } from "vitest";
import { analyticsSearch } from "../../../src/features/analytics/analytics-search.ts";
import { auditSearch } from "../../../src/features/audit/audit-search.ts";
import { boardSearch } from "../../../src/features/board/contents/board-search.ts";
import { wallSearch } from "../../../src/features/photo-wall/wall-search.ts";
import { reportsSearch } from "../../../src/features/reports/run/reports-search.ts";
import { poolSearch } from "../../../src/features/team-members/pool-search.ts";
import { timesheetSearch } from "../../../src/features/time/week/timesheet-search.ts";
import { trashSearch } from "../../../src/features/trash/trash-search.ts";
import { unitsSearch } from "../../../src/features/units/units-search.ts";
import { usersSearch } from "../../../src/features/users/users-search.ts";
import { historySearch } from "../../../src/lib/history/history-search.ts";
import { viewAddress, viewKeys, viewPageOf } from "../../../src/lib/views.ts";

const project = (section: string) => `/projects/$projectId/${section}`;

const historyOfUnit = ["by", "what", "from", "to"];
const openUnit = ["unit", "tab", "photo", "assign", ...historyOfUnit];

type Page = [search: { names: readonly string[] }, openers: readonly string[]];

/**
 * The parser of each page's search parameters, and the parameters that open something and so do not belong to a view.
 */
const pages: Record<string, Page> = {
  "/board": [boardSearch, ["wall", ...openUnit, "task", "note"]],
  "/analytics": [analyticsSearch, []],
  "/reports": [reportsSearch, []],
  "/team-management": [poolSearch, ["dialog", "member"]],
  "/user-management": [usersSearch, ["dialog", "user"]],
  "/audit": [auditSearch, []],
  "/trash": [trashSearch, ["remove"]],
  [project("units")]: [unitsSearch, [...openUnit, "task", "note"]],
  [project("board")]: [boardSearch, ["wall", ...openUnit, "task", "note"]],
  [project("photos")]: [wallSearch, ["photo", "pair"]],
  [project("history")]: [historySearch, []],
  [project("time-tracking")]: [timesheetSearch, ["entry", "add", "person"]],
  [project("analytics")]: [analyticsSearch, []],
};

test("a view keeps each filter of its page, and nothing that is open on it [QUICK-05]", () => {
  expect(Object.keys(viewKeys).sort()).toEqual(Object.keys(pages).sort());
  for (const [pattern, [{ names }, openers]] of Object.entries(pages)) {
    const kept = names.filter((key) => !openers.includes(key));
    expect([pattern, [...(viewKeys[pattern] ?? [])].sort()]).toEqual([pattern, kept.sort()]);
  }
});

test("pages are known by their paths [QUICK-05]", () => {
  expect(viewPageOf("/projects/p1/units")).toEqual({
    path: "/projects/p1/units",
    pattern: project("units"),
    keys: ["status", "alarm", "sort", "q"],
  });
  for (const path of ["/", "/my-day", "/projects", "/projects/p1", "/constructor", "/board/x"])
    expect(viewPageOf(path)).toBeNull();
});

test("a view is an address [QUICK-05]", () => {
  expect(viewAddress({ page: "/board", query: "risk=late" })).toBe("/board?risk=late");
  expect(viewAddress({ page: "/board", query: "?risk=late" })).toBe("/board?risk=late");
  expect(viewAddress({ page: "/board", query: "" })).toBe("/board");
});
