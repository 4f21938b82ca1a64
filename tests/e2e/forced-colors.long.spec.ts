import { expect, type Locator } from "@playwright/test";
import { createProject } from "./support/function-client.ts";
import { test } from "./support/test.ts";

const look = (shown: Locator) =>
  shown.evaluate((element) => {
    const { backgroundColor, borderTopStyle } = getComputedStyle(element);
    return { backgroundColor, borderTopStyle };
  });

test("with forced colors a button has an edge, and what is chosen differs from what is not, also when they begin under an open page [GEN-07]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const { id } = await createProject(page, { name: "Contrast House", units: ["A1"] });
  await page.goto(`/projects/${id}/units`);
  const menu = page.getByRole("navigation", { name: "Main" });
  const [here, there] = ["Units", "Photos"].map((name) => menu.getByRole("link", { name }));
  const chip = (name: RegExp) => page.getByRole("button", { name });
  await expect(chip(/^All \(1\)/)).toBeVisible();
  const usual = await look(chip(/^All \(1\)/));
  await page.emulateMedia({ forcedColors: "active" });
  const differ = async (chosen: Locator | undefined, other: Locator | undefined) => {
    if (!chosen || !other) throw new Error("Nothing to compare");
    const plain = await Promise.all([look(other), look(page.locator("body"))]);
    const colors = plain.map(({ backgroundColor }) => backgroundColor);
    // The styles of this mode load apart.
    await expect
      .poll(async () => colors.includes((await look(chosen)).backgroundColor))
      .toBe(false);
  };
  await differ(here, there);
  await differ(chip(/^All \(1\)/), chip(/^In Progress/));
  await page.emulateMedia({ forcedColors: "none" });
  await expect.poll(() => look(chip(/^All \(1\)/))).toEqual(usual);
  await page.emulateMedia({ forcedColors: "active" });

  await page.getByRole("button", { name: "View Details" }).click();
  const tab = (name: string) => page.getByRole("tab", { name });
  await differ(tab("Tasks"), tab("Photos"));
  await page.goto("/projects?dialog=create");
  const save = page.getByRole("dialog").getByRole("button", { name: "Cancel" });
  expect((await look(save)).borderTopStyle).toBe("solid");
});
