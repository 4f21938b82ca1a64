import { expect, test } from "vitest";
import { wordsOfWorkspace } from "../../scripts/checks/host-words.ts";

test.each([
  "the address of Turnboard itself",
  'db.query("units")',
  "by_units",
  "projectId: string",
  "a team member",
  "a master task",
  "jobs/seed:run",
])("%s has a word of the workspace", (text) => {
  expect(wordsOfWorkspace(`fine\n${text}`)).toMatchObject([{ line: 2 }]);
});

test.each(["a community", "projection", 'fc.string({ unit: "grapheme" })', "a task of its own"])(
  "%s has none",
  (text) => {
    expect(wordsOfWorkspace(text)).toEqual([]);
  },
);
