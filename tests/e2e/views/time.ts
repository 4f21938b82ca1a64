import type { Page } from "@playwright/test";
import { click, dialog, question, type View } from "../support/view.ts";

const path = "/projects/$projectId/time-tracking";
// The weeks before this one have entries on every working day.
const lastWeek = click("Previous");

export const timeViews: readonly View[] = [
  { name: "the timesheet of a project", path },
  { name: "the timesheet of the week before", path, steps: lastWeek },
  { name: "the dialog to add time", path, steps: click("Add Time Entry"), within: dialog },
  { name: "the dialog to edit time", path, steps: openEntry, within: dialog },
  {
    name: "the question before time is deleted",
    path,
    steps: async (page) => {
      await openEntry(page);
      await click("Delete")(page);
    },
    within: question,
  },
];

async function openEntry(page: Page): Promise<void> {
  await lastWeek(page);
  await click(/^\d+\.\d hours/)(page);
}
