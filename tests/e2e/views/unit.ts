import type { Page } from "@playwright/test";
import { click, dialog, question, type View } from "../support/view.ts";

const path = "/projects/$projectId/units";

export const unitViews: readonly View[] = [
  { name: "the units of a project", path },
  {
    name: "the tasks of a unit",
    path,
    steps: click("View Details"),
    within: dialog,
  },
  { name: "the photos of a unit", path, steps: tab("Photos"), within: dialog },
  { name: "the notes of a unit", path, steps: tab("Notes"), within: dialog },
  {
    name: "the dialog to assign tasks to a unit",
    path,
    steps: click(/^Assign Tasks$/),
    within: dialog,
  },
  {
    name: "the question before a unit is deleted",
    path,
    steps: click(/^Delete /),
    within: question,
  },
];

function tab(name: string) {
  return async (page: Page) => {
    await click("View Details")(page);
    await page.getByRole("tab", { name }).click();
  };
}
