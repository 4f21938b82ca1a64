import { click, dialog, question, type View } from "../support/view.ts";

const pool = "/team-management";
const team = "/projects/$projectId/team";

export const peopleViews: readonly View[] = [
  { name: "the team of the company", path: pool },
  {
    name: "the dialog to add a team member",
    path: pool,
    steps: click("Add Team Member"),
    within: dialog,
  },
  { name: "the dialog to edit a team member", path: pool, steps: click(/^Edit /), within: dialog },
  {
    name: "the question before a team member is deleted",
    path: `${pool}?assignment=unassigned`,
    steps: click(/^Delete /),
    within: question,
  },
  { name: "the team of a project", path: team },
  {
    name: "the dialog to assign a team member",
    path: team,
    steps: click("Assign Team Member"),
    within: dialog,
  },
  {
    name: "the contact information of a team member",
    path: team,
    steps: click(/^Contact information/),
    within: dialog,
  },
  {
    name: "the question before somebody leaves a team",
    path: team,
    steps: click(/^Remove /),
    within: question,
  },
];
