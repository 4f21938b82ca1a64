import { expect } from "@playwright/test";
import { createProject } from "./support/function-client.ts";
import { generateReport } from "./support/reports.ts";
import { test } from "./support/test.ts";

test.use({ seed: "demo" });

test("all columns of the unit task status report stand in a window of 1440 px, and its line reads from the project to the time, also from a Hebrew name [REPORT-11] [GEN-07]", async ({
  openAs,
}) => {
  const page = await openAs("manager", { viewport: { width: 1440, height: 900 } });
  const name = "מגדל הברוש";
  const project = await createProject(page, { name, units: ["101"] });
  await page.goto(`/reports?project=${project.id}`);
  await generateReport(page);

  const table = page.getByRole("region", { name: /scrollable/ });
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  const titles = table.getByRole("columnheader").getByRole("button");
  for (const title of await titles.all())
    expect(await title.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0);

  const line = page.getByRole("region", { name: "Unit Task Status report" });
  const place = line.getByTitle(name, { exact: true }).first();
  const words = line.getByText(/all units · as of/);
  const [ofPlace, ofWords] = [await place.boundingBox(), await words.boundingBox()];
  expect((ofPlace?.x ?? 0) + (ofPlace?.width ?? 0)).toBeLessThanOrEqual(ofWords?.x ?? 0);
});
