import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = "docs/decisions";
const records = readdirSync(folder).sort();
const architecture = readFileSync("ARCHITECTURE.md", "utf8");

test("ARCHITECTURE links every decision record once", () => {
  const linked = [...architecture.matchAll(/\(docs\/decisions\/([^)]+)\)/g)].map(
    ([, name]) => name,
  );

  expect(records.length).toBeGreaterThan(0);
  expect(linked.sort()).toEqual(records);
});

test.each(records)("the decision record %s has a number, a date and its three parts", (name) => {
  const text = readFileSync(join(folder, name), "utf8");
  const number = String(Number(name.slice(0, 4)));

  expect(text).toMatch(new RegExp(`^# ${number}\\. \\S`));
  expect(text).toMatch(/^- Date: \d{4}-\d{2}-\d{2}$/m);
  expect([...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual([
    "Context",
    "Decision",
    "Consequences",
  ]);
});

test("a decision record is superseded by nothing, or by a record that is there", () => {
  for (const name of records) {
    const text = readFileSync(join(folder, name), "utf8");
    const successor = /^- Superseded by: (?:nothing|\[.+\]\((.+)\))$/m.exec(text);

    expect(successor, name).not.toBeNull();
    if (successor?.[1] !== undefined)
      expect(existsSync(join(folder, successor[1])), name).toBe(true);
  }
});
