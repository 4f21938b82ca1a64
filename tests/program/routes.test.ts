import { expect, test } from "vitest";
import http from "../../convex/http.ts";
import { findBuiltIn, isSyncPath } from "convex-host/inside";

test("no HTTP action of the workspace has an address of the host's own [H3]", () => {
  const paths = http.getRoutes().map(([path]) => path.replace(/\*$/, ""));

  const hidden = paths.filter(
    (path) => findBuiltIn(path) !== null || isSyncPath(path) || path.startsWith("/idp/"),
  );
  expect(paths.length).toBeGreaterThan(0);
  expect(hidden).toEqual([]);
});
