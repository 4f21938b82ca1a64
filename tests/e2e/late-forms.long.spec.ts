import { expect, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { test } from "./support/test.ts";

test.use({ seed: "demo" });

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("a screen loads the rules of forms, and the code that moves rows, after its list", () => {
  const read = (name: string) => readFileSync(`dist/app/.vite/${name}`, "utf8");
  const manifest = JSON.parse(read("manifest.json")) as Record<
    string,
    { name?: string; file: string }
  >;
  const late = Object.values(manifest).filter(({ name = "" }) => /^(forms|moves|unit)$/.test(name));
  expect(late).toHaveLength(3);
  const screens = JSON.parse(read("screens.json")) as { pattern: string; chunks: string[] }[];
  const early = screens.filter(({ chunks }) =>
    late.some(({ file }) => chunks.includes(`/${file}`)),
  );
  expect(early.map(({ pattern }) => pattern)).toEqual([]);
});

for (const [path, button, title, file] of [
  ["/team-management", "Add Team Member", "Add Team Member", "member-dialog"],
  ["/user-management", "Add User", "Add User", "user-dialogs"],
  ["/task-templates", "Add Task", "Add Task", "template-dialog"],
  ["/projects", "Create Project", "Create New Project", "manage-dialogs"],
] as const)
  test(`the form of ${path} comes after the list, and opens without a network [FIELD-02]`, async ({
    openAs,
  }) => {
    const page = await openAs("admin", { ...phone, serviceWorkers: "block" });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(() => importedBy(page), "the code of the dialog").toContain(file);
    await page.context().setOffline(true);
    await page.getByRole("button", { name: button, exact: true }).first().tap();
    await expect(page.getByRole("dialog", { name: title })).toBeVisible();
  });

/** The names of the chunks that a page has imported. */
async function importedBy(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => (entry as PerformanceResourceTiming).initiatorType !== "fetch")
      .map(({ name }) => name.replace(/^.*\/|-.{8}\.js$/g, "")),
  );
}
