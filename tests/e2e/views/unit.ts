import type { Page } from "@playwright/test";
import { click, dialog, question, upperDialog, type View } from "../support/view.ts";

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
    steps: async (page) => {
      await click(/^Assign Tasks$/)(page);
      await click("Give to People")(page);
      await page.getByRole("combobox", { name: "Responsible" }).waitFor();
    },
    within: dialog,
  },
  {
    name: "the dialog of what a unit waits for",
    path,
    steps: formOf(/^(Block Unit|Change Block)$/),
    within: upperDialog,
  },
  {
    name: "the dialog of a task's people and block",
    path,
    steps: formOf(/^People and blocks of /),
    within: upperDialog,
  },
  {
    name: "the question before a unit is deleted",
    path,
    steps: click(/^Delete /),
    within: question,
  },
];

/** The form of a block, which a button of an open unit leads to. */
function formOf(name: RegExp) {
  return async (page: Page) => {
    await click("View Details")(page);
    await page.getByRole("button", { name }).last().click();
    await page.getByRole("textbox", { name: "Note (optional)" }).waitFor();
  };
}

function tab(name: string) {
  return async (page: Page) => {
    await click("View Details")(page);
    await page.getByRole("tab", { name }).click();
  };
}
