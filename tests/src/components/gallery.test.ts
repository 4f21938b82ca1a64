import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** The text of every `.tsx` file of a folder, by its path. */
function sourcesIn(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return new Map(
    files
      .filter((file) => file.endsWith(".tsx"))
      .map((file) => [file, readFileSync(join(folder, file), "utf8")]),
  );
}

// Components that another component loads when it opens, or shows until then.
const loadedOnDemand = [
  "BulkBlockDialog",
  "BulkDatesDialog",
  "BulkPeopleDialog",
  "CalendarPanel",
  "EarlyField",
  "FieldQuestion",
  "LazyCalendar",
  "LazyMoves",
  "OptionPanel",
  "ProjectLookersView",
  "SelectionTools",
  "SortableMoves",
  "StandIn",
  "UnitLookersView",
];

test("the gallery shows every component", () => {
  const gallery = [...sourcesIn("tests/gallery").values()].join("\n");
  const components = [...sourcesIn("src/components").values()].flatMap((source) =>
    [...source.matchAll(/^export (?:default )?(?:function|const) ([A-Z]\w*[a-z]\w*)/gm)].map(
      (match) => match[1] ?? "",
    ),
  );

  expect(components).toEqual(expect.arrayContaining(["Button", ...loadedOnDemand]));
  const missing = components.filter((name) => !new RegExp(`<${name}\\b`).test(gallery));
  expect(missing.sort()).toEqual(loadedOnDemand);
});
