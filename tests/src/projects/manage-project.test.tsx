import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { answers } from "../../../src/lib/answers/answers.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { projectOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";
import { pressUndo } from "../support/press-undo.ts";

let backend: FakeConvex;

const none = { count: 0, isMore: false };
const contents = {
  ...{
    units: 2,
    tasks: 31,
    photos: { count: 1000, isMore: true },
    notes: { count: 1, isMore: false },
  },
  ...{ hours: { count: 42.5, isMore: false }, teamMembers: { count: 3, isMore: false } },
  contractors: none,
};

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.projects.list, {}, [projectOf({})]);
  backend.answer(api.projects.contents, { projectId: "project" }, contents);
});
afterEach(cleanup);

async function choose(action: string) {
  const { user } = await renderPage(backend, { at: "/projects" });
  await user.click(screen.getByRole("button", { name: "More actions for Oak Court" }));
  await user.click(await screen.findByRole("menuitem", { name: action }));
  return user;
}

test("adding units sends trimmed names, closes the dialog and says so [OP-21] [VALID-03]", async () => {
  backend.handle(api.units.create, () => [unitOf({}), unitOf({})]);
  const user = await choose("Add Units");
  await user.type(await screen.findByLabelText(/^Units/), " 104 \n\n105");
  await user.click(screen.getByRole("button", { name: "Add Units" }));

  await screen.findByText("2 units added");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(backend.calls(api.units.create)).toEqual([
    { projectId: "project", units: ["104", "105"], key: expect.any(String) as string },
  ]);
});

test("units that are typed for a project are not added to another one that takes its place [OP-21]", async () => {
  backend.answer(api.projects.list, {}, [
    projectOf({}),
    projectOf({ id: "elm", name: "Elm Court" }),
  ]);
  const at = "/projects?dialog=units&project=";
  const { user, history } = await renderPage(backend, { at: `${at}project` });
  await user.type(await screen.findByLabelText(/^Units/), "104");

  act(() => history.push(`${at}elm`));

  await screen.findByText("To Elm Court");
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Units/).value).toBe("");
});

test("adding no units is told at the field and sends nothing [VALID-02]", async () => {
  const user = await choose("Add Units");
  await user.click(await screen.findByRole("button", { name: "Add Units" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Please enter at least one unit");
  expect(backend.sent).toEqual([]);
});

test("deleting a project names what goes, and takes the card away at once [OP-21]", async () => {
  const user = await choose("Delete Project");
  const dialog = await screen.findByRole("alertdialog", { name: "Delete Oak Court?" });
  expect(dialog.textContent).toContain(
    "together with 2 units, 31 tasks, more than 1,000 photos, 1 note, 42.5 logged hours, and 3 team assignments, unless it is restored from the trash.",
  );
  await user.click(screen.getByRole("button", { name: "Delete Project" }));

  await screen.findByText("No projects yet");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(backend.calls(api.projects.remove)).toEqual([{ projectId: "project" }]);
});

test("the notice of a deleted project offers to undo it [TRASH-02]", async () => {
  backend.handle(api.projects.remove, () => ({ success: true }));
  backend.handle(api.trash.takeBack, () => null);
  const user = await choose("Delete Project");
  await user.click(await screen.findByRole("button", { name: "Delete Project" }));

  await screen.findByText("Project deleted");
  await pressUndo(user);

  await screen.findByText("Deletion undone");
  expect(backend.calls(api.trash.takeBack)).toEqual([{ recordId: "project" }]);
});

test("cancelling keeps the project [OP-21]", async () => {
  const user = await choose("Delete Project");
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(backend.sent).toEqual([]);
});

test.each(["Delete Project", "Add Units"])(
  "who leaves %s is where the menu was opened [OP-21]",
  async (action) => {
    const user = await choose(action);
    await screen.findByRole("button", { name: "Cancel" });
    await user.keyboard("{Escape}");
    const more = await screen.findByRole("button", { name: "More actions for Oak Court" });
    await waitFor(() => expect(document.activeElement).toBe(more));
  },
);

test("the question about another project does not count the contents of the one before [OP-21]", async () => {
  const elm = projectOf({ id: "elm", name: "Elm Row", unitCount: 7 });
  backend.answer(api.projects.list, {}, [projectOf({}), elm]);
  const user = await choose("Delete Project");
  expect((await screen.findByRole("alertdialog")).textContent).toContain("31 tasks");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(await screen.findByRole("button", { name: "More actions for Elm Row" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete Project" }));

  const dialog = await screen.findByRole("alertdialog", { name: "Delete Elm Row?" });
  expect(dialog.textContent).toContain(
    "together with 7 units, unless it is restored from the trash.",
  );
});

test("a project whose contents cannot be counted is asked about without them [OP-21]", async () => {
  backend.answer(api.projects.contents, { projectId: "project" }, new Error("Server Error"));
  await choose("Delete Project");
  const dialog = await screen.findByRole("alertdialog", { name: "Delete Oak Court?" });
  expect(dialog.textContent).toContain(
    "together with 2 units, unless it is restored from the trash.",
  );
});

const removal = { id: "run", name: "Elm Row", unitCount: 400, removedUnits: 100 };

test("the contents of a large deleted project show how far they are [OP-21]", async () => {
  backend.answer(api.projects.removals, {}, [{ ...removal, status: "running" }]);
  await renderPage(backend, { at: "/projects" });
  expect(screen.getByText("Deleting Elm Row")).toBeVisible();
  expect(screen.getByText("100 of 400 units")).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "Deleting Elm Row" })).toBeVisible();
});

test("a removal that broke off says so and can be tried again [OP-21]", async () => {
  backend.answer(api.projects.removals, {}, [{ ...removal, status: "failed" }]);
  const { user } = await renderPage(backend, { at: "/projects" });
  expect(screen.getByText(/stopped at 100 of 400 units/)).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Try Again" }));

  expect(backend.calls(api.projects.retryRemoval)).toEqual([{ removalId: "run" }]);
});

test("a progress of deletions that cannot be read takes no room from the projects [GEN-07]", async () => {
  backend.answer(api.projects.removals, {}, new Error("Server Error"));
  await renderPage(backend, { at: "/projects" });

  expect(await screen.findByRole("heading", { name: "Oak Court" })).toBeVisible();
  expect(screen.queryByText(/could not be shown/)).toBeNull();
  expect(answers.summary.snapshot().isStale).toBe(true);
});

test("who may not manage projects is offered none of it [PERM-05]", async () => {
  await renderPage(backend, { at: "/projects", role: "project_supervisor" });
  expect(screen.queryByRole("button", { name: /^More actions/ })).toBeNull();
});
