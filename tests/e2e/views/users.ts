import { click, dialog, question, type View } from "../support/view.ts";

const path = "/user-management";

export const userViews: readonly View[] = [
  { name: "the users", path },
  { name: "the audit log", path: "/audit" },
  { name: "the dialog to add a user", path, steps: click("Add User"), within: dialog },
  { name: "the dialog to edit a role", path, steps: click(/^Edit Role of /), within: dialog },
  {
    name: "the question before a user is deleted",
    path: `${path}?q=supervisor`,
    steps: click(/^Delete /),
    within: question,
  },
  {
    name: "the dialog to edit a project",
    path: "/projects",
    steps: click(/^Edit /),
    within: dialog,
  },
];
