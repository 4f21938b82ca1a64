import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publicFunctions } from "../../support/public-functions.ts";
import { workingDay } from "./day.ts";
import { frame, type Place, screens } from "./screens.ts";

const place: Place = {
  projectId: "shown",
  unitId: "unit",
  projectIds: ["shown", "other"],
  ranges: [{ after: 0, through: null }],
  weeks: [{ from: "from", to: "to" }],
};

async function askedPaths(): Promise<string[]> {
  const paths = new Set<string>();
  for (const screen of [frame, ...screens]) {
    for (const { path } of screen.live(place)) paths.add(path);
    await screen.once?.(place, ({ path }) => {
      paths.add(path);
      return Promise.resolve({ parts: [], next: null });
    });
  }
  return [...paths];
}

test("each question of a screen is a public query", async () => {
  const functions = await publicFunctions();
  const others = (await askedPaths()).filter((path) => functions[path] !== "query");

  expect(others).toEqual([]);
});

test("the pages ask each question of a screen", async () => {
  const folder = join(import.meta.dirname, "../../../src");
  const files = readdirSync(folder, { encoding: "utf8", recursive: true });
  const texts = files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8"));
  const unasked = (await askedPaths()).filter((path) => {
    const name = `api.${path.replace(":", ".")}`;
    return texts.every((text) => !text.includes(name));
  });

  expect(unasked).toEqual([]);
});

test("the time of each role is spread over screens that there are", () => {
  const names = screens.map(({ name }) => name);
  for (const role of workingDay.roles) {
    const parts = Object.values(role.screens);

    expect(Object.keys(role.screens).filter((name) => !names.includes(name))).toEqual([]);
    expect(parts.reduce((all, part) => all + part, 0)).toBeCloseTo(1);
  }
  expect(workingDay.roles.reduce((all, { share }) => all + share, 0)).toBeCloseTo(1);
});
