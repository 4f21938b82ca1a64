import { expect, test, vi } from "vitest";
import { QueryRoom } from "../../../src/server/bounds/query-room.ts";
import { defaultLimits } from "../../../src/server/bounds/server-limits.ts";
import { QuerySet } from "../../../src/server/sync/query-set.ts";

test("a message looks each name of its queries up once, however many they are [B15]", () => {
  const share = new QueryRoom(defaultLimits).open({
    name: () => "one",
    cut: () => undefined,
  });
  const refusal = { ok: false as const, message: "No.", logLines: [] };
  const refusalOf = vi.fn((path: string) => (path === "a:secret" ? refusal : null));
  const paths = ["a:list", "a:secret", "a.js:list"];
  const added = Array.from({ length: 900 }, (_, queryId) => ({
    ...{ type: "Add" as const, queryId, udfPath: paths[queryId % paths.length]! },
    args: `{"at":${queryId}}` as never,
  }));

  const changed = new QuerySet(share, defaultLimits).change(added, { refusalOf, isSignedIn: true });

  expect(refusalOf.mock.calls.flat()).toEqual(paths);
  expect(changed).toMatchObject({ remove: [] });
  const kept = typeof changed === "string" ? [] : changed.add.slice(0, 3);
  expect(kept).toEqual([
    { queryId: 0, path: "a:list", refusal: null, args: `{"at":0}`, journal: null },
    { queryId: 1, path: "a:secret", refusal, args: "{}", journal: null },
    { queryId: 2, path: "a:list", refusal: null, args: `{"at":2}`, journal: null },
  ]);
});
