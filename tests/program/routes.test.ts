import { expect, test } from "vitest";
import http, { routes } from "../../convex/http.ts";
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

test.each(routes.map(({ method, path, isLong = false }) => ({ method, path, isLong })))(
  "the host knows that the answer to $method $path is long, or is not: $isLong [B19]",
  ({ method, path, isLong }) => {
    expect(workspacePaths.isLong(path.replace(/:\w+/g, "k57abc"), method)).toBe(isLong);
  },
);
