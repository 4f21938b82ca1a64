import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { apiRoutes } from "./requests.ts";

const page = join(import.meta.dirname, "../../../docs/http.md");

/** Builds the table of routes in docs/http.md. */
function routeTable(): string {
  const rows = apiRoutes.map(({ method, path, access, summary }) => [
    `\`${method} ${path.replace(/:(\w+)/g, "{$1}")}\``,
    summary,
    access,
  ]);
  const head = ["address", "what it does", "permission"];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = line(widths.map((width) => "-".repeat(width)));
  return [line(head), rule, ...rows.map(line)].join("\n");
}

// After a change of the routes, `npx vitest run tests/program/door/documentation.test.ts -u` rewrites the table.
test("the documentation lists every address as it is [API-54]", async () => {
  const text = await readFile(page, "utf8");

  const table = `<!-- routes -->\n\n${routeTable()}\n\n<!-- /routes -->`;
  const current = text.replace(/<!-- routes -->[^]*<!-- \/routes -->/, () => table);

  expect(current).toContain(table);
  await expect(current).toMatchFileSnapshot(page);
});
