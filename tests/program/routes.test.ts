import { expect, test } from "vitest";
import http from "../../convex/http.ts";
import { boardRoutes } from "../../convex/rest/routes/board.ts";
import { reportRoutes } from "../../convex/rest/routes/reports.ts";
import { timeEntryRoutes } from "../../convex/rest/routes/timeEntries.ts";
import { workspacePaths } from "../../server/workspace-paths.ts";
import { findBuiltIn, isSyncPath } from "convex-host/inside";

test("no HTTP action of the workspace has an address of the host's own [H3]", () => {
  const paths = http.getRoutes().map(([path]) => path.replace(/\*$/, ""));

  const hidden = paths.filter(
    (path) => findBuiltIn(path) !== null || isSyncPath(path) || path.startsWith("/idp/"),
  );
  expect(paths.length).toBeGreaterThan(0);
  expect(hidden).toEqual([]);
});

test.each(
  [...boardRoutes, ...reportRoutes, ...timeEntryRoutes].map(({ path, isLong = false }) => ({
    path,
    isLong,
  })),
)(
  "the host knows that the answer at $path is long, or is not: $isLong [B19]",
  ({ path, isLong }) => {
    expect(workspacePaths.isLong(path.replace(/:\w+/g, "k57abc"))).toBe(isLong);
  },
);
