import { expect, test } from "vitest";
import { sharedChunks } from "../../scripts/build/chunks.ts";
import { chunksByScreen } from "../../scripts/build/screen-chunks.ts";

function chunk(fileName: string, moduleIds: string[], imports: string[], isEntry = false) {
  return { type: "chunk" as const, fileName, moduleIds, imports, isEntry };
}

const split = (route: string) => `/app/src/routes/${route}.tsx?tsr-split=component`;

test("a screen needs its chunk and all that this imports, but not what the page has already", () => {
  const bundle = {
    page: { type: "asset" as const },
    index: chunk("index.js", ["/app/src/main.tsx"], ["first.js"], true),
    first: chunk("first.js", ["/app/src/lib/store.ts"], []),
    lists: chunk("lists.js", ["/app/src/components/list.tsx"], ["first.js"]),
    units: chunk("units.js", [split("_workspace/projects.$projectId.units")], ["lists.js"]),
    boards: chunk(
      "boards.js",
      [split("_workspace/board"), split("_workspace/projects.$projectId.board")],
      ["units.js", "index.js"],
    ),
    home: chunk("home.js", [split("_workspace/index")], []),
  };

  expect(chunksByScreen(bundle)).toEqual({
    "/projects/$projectId/units": ["/units.js", "/lists.js"],
    "/board": ["/boards.js", "/units.js", "/lists.js"],
    "/projects/$projectId/board": ["/boards.js", "/units.js", "/lists.js"],
    "/": ["/home.js"],
  });
});

test("the list of what waits, and the question of a sign-out, come with the outbox, for they are opened without a network [FIELD-05] [FIELD-08]", () => {
  const chunkOf = (file: string) =>
    sharedChunks.findLast(({ test: own }) => own?.test(`/app/src/${file}`))?.name;
  const outbox = chunkOf("lib/outbox/open.ts");
  expect(outbox).toBe("outbox");
  for (const file of ["outbox/waiting-dialog.tsx", "shell/menu/sign-out-question.tsx"])
    expect(chunkOf(`features/${file}`)).toBe(outbox);
});
