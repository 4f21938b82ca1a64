import { click, dialog, question, type View } from "../support/view.ts";

export const deskViews: readonly View[] = [
  { name: "the dashboard", path: "/" },
  { name: "the day", path: "/my-day" },
  { name: "the board of all projects", path: "/board" },
  { name: "the board in the office", path: "/board?wall=1", anew: true },
  { name: "the board of a project", path: "/projects/$projectId/board?sort=floor", anew: true },
  { name: "the photos of a project", path: "/projects/$projectId/photos", anew: true },
  { name: "photos that are chosen", path: "/projects/$projectId/photos?pair=[]", anew: true },
  { name: "a comparison of nothing", path: "/projects/$projectId/compare" },
  { name: "the views of a page", path: "/board", steps: click("Views"), within: dialog },
  {
    name: "the dialog to keep a view",
    path: "/board?risk=late",
    steps: async (page) => {
      await click("Views")(page);
      await click("Save View…")(page);
      await page.getByRole("dialog", { name: "Save View" }).waitFor();
    },
    within: dialog,
  },
  {
    name: "the question before a view is deleted",
    path: "/board",
    steps: async (page) => {
      await click("Views")(page);
      await click("Delete view Late units")(page);
    },
    within: question,
  },
  { name: "the projects", path: "/projects" },
  { name: "the master task list", path: "/task-templates" },
  { name: "an unknown address", path: "/no/such/page", anew: true },
  {
    name: "the dialog to create a project",
    path: "/projects",
    steps: click("Create Project"),
    within: dialog,
  },
  { name: "an unknown project", path: "/projects/none/units" },
  {
    name: "the menu of a project",
    path: "/projects",
    steps: click(/^More actions/),
    within: '[role="menu"]',
  },
  {
    name: "the dialog to edit a project",
    path: "/projects",
    steps: click(/^Edit /),
    within: dialog,
  },
  {
    name: "the dialog to add units",
    path: "/projects?dialog=units&project=$projectId",
    within: dialog,
  },
  {
    name: "the question before a project is deleted",
    path: "/projects?dialog=delete&project=$projectId",
    within: question,
  },
  {
    name: "the team of a project",
    path: "/projects",
    steps: click(/^\d+ members?$/),
    within: dialog,
  },
  {
    name: "the dialog to assign tasks to all units",
    path: "/projects",
    steps: click("Assign Tasks to All Units"),
    within: dialog,
  },
  {
    name: "the dialog to edit a task of the master list",
    path: "/task-templates",
    steps: click(/^Edit /),
    within: dialog,
  },
  {
    name: "the question before a task of the master list is retired",
    path: "/task-templates",
    steps: click(/^Retire /),
    within: question,
  },
];
