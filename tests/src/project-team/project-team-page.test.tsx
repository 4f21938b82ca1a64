import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { memberOf, projectOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;

const projectId = "project";
const at = "/projects/project/team";
type Fields = Parameters<typeof memberOf>[0];

const teamMember = (fields: Fields) => ({
  ...memberOf(fields),
  ...{ assignmentId: `assignment ${fields.id ?? ""}`, assignedAt: "2026-03-02T09:00:00.000Z" },
});

function serve(team: Fields[], others: Fields[] = []) {
  backend.answer(api.projectTeams.list, { projectId }, team.map(teamMember));
  const pool = [
    ...team.map((fields) => ({ fields, assignedProjects: [{ id: projectId, name: "Oak Court" }] })),
    ...others.map((fields) => ({ fields, assignedProjects: [] })),
  ];
  backend.answer(
    api.teamMembers.list,
    {},
    pool.map(({ fields, assignedProjects }) => ({ ...memberOf(fields), assignedProjects })),
  );
}

const pia = { id: "pia", firstName: "Pia", lastName: "Nair", role: "project_manager" as const };
const sam = { id: "sam", firstName: "Sam", lastName: "Hill", role: "supervisor" as const };
const cyd = { id: "cyd", firstName: "Cyd", lastName: "Kim", role: "crew_member" as const };
const ole = { id: "ole", firstName: "Ole", lastName: "Novak", role: "contractor" as const };

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.projects.list, {}, [projectOf({ id: projectId })]);
  // The test's DOM has no layout, so a scrolling list reports this height.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
});
afterEach(cleanup);

function inCard(title: string) {
  const card = within(screen.getByRole("region", { name: title }));
  return card.queryAllByRole("listitem").map((row) => row.getAttribute("aria-label"));
}

const options = () => screen.queryAllByRole("option").map((option) => option.textContent);

test("each role is in its card, under its label [TEAM-01] [TEAM-05]", async () => {
  serve([sam, ole, cyd, pia]);
  await renderPage(backend, { at });

  expect(inCard("Project Management")).toEqual(["Pia Nair", "Sam Hill"]);
  expect(inCard("Crew Members")).toEqual(["Cyd Kim"]);
  expect(inCard("Contractors")).toEqual(["Ole Novak"]);
  const badges = screen
    .getAllByRole("listitem")
    .map((row) => row.querySelector('[data-slot="badge"]')?.textContent);
  expect(badges).toEqual(["Project Manager", "Project Supervisor", "Crew Member", "Contractor"]);
});

test("a project without a team says so in each card [TEAM-01]", async () => {
  serve([]);
  await renderPage(backend, { at });

  expect(screen.getByText("0 members")).toBeVisible();
  for (const text of [
    "No project managers or supervisors assigned",
    "No crew members assigned",
    "No contractors assigned",
  ]) {
    expect(screen.getByText(text)).toBeVisible();
  }
});

test("records of the contractors entity are not asked for [TEAM-06]", async () => {
  serve([ole]);
  await renderPage(backend, { at });

  expect(inCard("Contractors")).toEqual(["Ole Novak"]);
  expect([...backend.watched].filter((query) => query.startsWith("contractors"))).toEqual([]);
});

test("the dialog offers active members who are not on the team, by name [TEAM-02] [OP-33]", async () => {
  serve([pia], [sam, { ...cyd, isActive: false }, ole]);
  const { user } = await renderPage(backend, { at });

  await user.click(screen.getByRole("button", { name: "Assign Team Member" }));

  await waitFor(() => expect(options()).toHaveLength(2));
  expect(options()[0]).toContain("Ole Novak");
  expect(options()[1]).toContain("Sam Hill");
  expect(options()[1]).toContain("Project Supervisor");
});

test("the chosen member is on the team at once and no longer offered [TEAM-02] [TOAST-18]", async () => {
  serve([], [sam, ole]);
  const { user } = await renderPage(backend, { at: `${at}?dialog=assign` });
  await waitFor(() => expect(options()).toHaveLength(2));

  await user.click(screen.getByRole("option", { name: /Sam Hill/ }));

  expect(options()).toHaveLength(1);
  expect(backend.calls(api.projectTeams.assign)).toEqual([
    { projectId, teamMemberId: "sam", key: expect.any(String) as string },
  ]);
  await user.click(screen.getByRole("button", { name: "Done" }));
  expect(inCard("Project Management")).toEqual(["Sam Hill"]);
});

test("a member assigned is told [TOAST-18]", async () => {
  serve([], [sam]);
  backend.handle(api.projectTeams.assign, () => null);
  const { user } = await renderPage(backend, { at: `${at}?dialog=assign` });

  await user.click(await screen.findByRole("option", { name: /Sam Hill/ }));

  await screen.findByText("Team member assigned to project successfully");
});

test("a failed assignment is taken back and told [TOAST-08]", async () => {
  serve([], [sam]);
  backend.handle(api.projectTeams.assign, () => Promise.reject(new Error("no")));
  const { user } = await renderPage(backend, { at: `${at}?dialog=assign` });

  await user.click(await screen.findByRole("option", { name: /Sam Hill/ }));

  await screen.findByText("Failed to assign team member");
  expect(options()).toHaveLength(1);
});

test("the search narrows, arrows move and Enter assigns [TEAM-02]", async () => {
  serve([], [pia, { ...sam, trade: "Electrician" }, cyd, { ...ole, trade: "Electrician" }]);
  const { user } = await renderPage(backend, { at: `${at}?dialog=assign` });
  const search = await screen.findByRole("combobox", { name: "Search team members" });
  await waitFor(() => expect(document.activeElement).toBe(search));

  await user.type(search, "ELECTR");
  expect(options()).toHaveLength(2);
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");

  expect(backend.calls(api.projectTeams.assign)).toMatchObject([{ teamMemberId: "sam" }]);
  await user.type(search, " nobody");
  expect(screen.getByText("No members match")).toBeVisible();
});

test("with everybody on the team nobody is offered [TEAM-02]", async () => {
  serve([pia]);
  await renderPage(backend, { at: `${at}?dialog=assign` });

  await screen.findByText("Nobody left to assign");
});

test("the contact dialog shows name, role, trade, email and phone [TEAM-03]", async () => {
  serve([
    { ...sam, trade: "Plumber", email: "sam?bcc=eve@homes.test", phone: "+49 (0)30 12-3" },
    cyd,
  ]);
  const { user } = await renderPage(backend, { at });

  await user.click(screen.getByRole("button", { name: "Contact information of Sam Hill" }));

  const dialog = within(screen.getByRole("dialog", { name: "Contact Information" }));
  for (const text of ["Sam Hill", "Project Supervisor", "Plumber"]) {
    expect(dialog.getByText(text)).toBeVisible();
  }
  const href = (name: string) => dialog.getByRole("link", { name }).getAttribute("href");
  expect(href("sam?bcc=eve@homes.test")).toBe("mailto:sam%3Fbcc%3Deve@homes.test");
  expect(href("+49 (0)30 12-3")).toBe("tel:+49030123");
});

test("an email address is copied [TEAM-03]", async () => {
  serve([{ ...sam, email: "sam@homes.test" }]);
  const { user } = await renderPage(backend, { at: `${at}?dialog=contact&member=sam` });

  await user.click(screen.getByRole("button", { name: "Copy email" }));

  await screen.findByText("Copied");
  expect(await navigator.clipboard.readText()).toBe("sam@homes.test");
});

test("cancelling keeps the member, confirming removes at once [TEAM-04] [VALID-19]", async () => {
  serve([pia, cyd]);
  backend.handle(api.projectTeams.unassign, () => {
    serve([pia], [cyd]);
    return { success: true };
  });
  const { user } = await renderPage(backend, { at });
  const ask = () =>
    user.click(screen.getByRole("button", { name: "Remove Cyd Kim from the project" }));

  await ask();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(backend.sent).toEqual([]);
  expect(inCard("Crew Members")).toEqual(["Cyd Kim"]);

  await ask();
  await user.click(screen.getByRole("button", { name: "Remove Member" }));
  await screen.findByText("Team member removed from project successfully");
  expect(backend.calls(api.projectTeams.unassign)).toEqual([{ projectId, teamMemberId: "cyd" }]);
  expect(inCard("Crew Members")).toEqual([]);
});

test("a refused removal brings the member back and says so [TEAM-04]", async () => {
  serve([cyd]);
  backend.handle(api.projectTeams.unassign, () =>
    Promise.reject(new ConvexError({ code: "not_found", message: "gone" })),
  );
  const { user } = await renderPage(backend, { at });

  await user.click(screen.getByRole("button", { name: "Remove Cyd Kim from the project" }));
  await user.click(screen.getByRole("button", { name: "Remove Member" }));

  await screen.findByText("An error occurred");
  expect(inCard("Crew Members")).toEqual(["Cyd Kim"]);
});

test("a supervisor assigns and removes as well [PERM-13]", async () => {
  serve([cyd]);
  await renderPage(backend, { at, role: "project_supervisor" });

  expect(screen.getByRole("button", { name: "Assign Team Member" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Remove Cyd Kim from the project" })).toBeVisible();
});

test("what fails in a dialog is said in the dialog, leaves the page alone, and can be tried again", async () => {
  serve([pia], [sam]);
  backend.answer(api.teamMembers.list, {}, new Error("Server Error"));
  // React logs errors that a boundary has caught.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { user } = await renderPage(backend, { at: `${at}?dialog=assign` });

  const dialog = within(screen.getByRole("dialog", { name: "Assign Team Member" }));
  expect(dialog.getByRole("alert").textContent).toContain("This could not be shown");
  expect(screen.getByText("Pia Nair")).toBeVisible();

  serve([pia], [sam]);
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(options()).toHaveLength(1));
});
