import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../../convex/_generated/api.js";
import { FakeConvex } from "../../../support/fake-convex.tsx";
import { memberOf, poolMemberOf, projectOf, userOf } from "../../support/records.ts";
import { renderPage } from "../../support/render-page.tsx";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
});
afterEach(cleanup);

/** The lists of the pages, with a record "a" and without it. */
const lists = [
  () => ({ of: api.projects.list, args: {}, all: [{ id: "a" }, { id: "b" }].map(projectOf) }),
  () => ({ of: api.teamMembers.list, args: {}, all: [{ id: "a" }, { id: "b" }].map(poolMemberOf) }),
  () => ({ of: api.users.list, args: {}, all: [{ id: "a" }, { id: "b" }].map(userOf) }),
  () => ({
    ...{ of: api.projectTeams.list, args: { projectId: "project" } },
    all: [{ id: "a" }, { id: "b" }].map(memberOf),
  }),
] as const;

test.each([
  { list: lists[0], at: "/projects", query: "?dialog=edit&project=a", word: "project" },
  { list: lists[0], at: "/projects", query: "?dialog=units&project=a", word: "project" },
  { list: lists[1], at: "/team-management", query: "?dialog=edit&member=a", word: "team member" },
  { list: lists[2], at: "/user-management", query: "?dialog=role&user=a", word: "user" },
  {
    ...{ list: lists[3], at: "/projects/project/team", query: "?dialog=contact&member=a" },
    word: "team member",
  },
])(
  "the dialog $query of $at says that its record was deleted elsewhere, without saying by whom, and leaves the address [GEN-03] [GEN-07]",
  async ({ list, at, query, word }) => {
    const { of, args, all } = list();
    backend.answer(api.company.settings, {}, { companyDomain: "homes.test", timeZone: "UTC" });
    backend.answer(api.users.namedAdministrators, {}, []);
    backend.answer(api.projects.list, {}, [projectOf({})]);
    backend.answer(of, args, all);
    const { history } = await renderPage(backend, {
      at: `${at}${query}`,
      role: "account_administrator",
    });
    await screen.findByRole("dialog");

    act(() => backend.answer(of, args, all.slice(1)));

    await screen.findByText(`This ${word} is no longer here`);
    // It may be the same person, in another window or on another device.
    expect(screen.getByText("It was removed meanwhile.")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(history.location.href).toBe(at);
  },
);

test("the address of a record that an earlier list does not have yet waits for it, and tells of no deletion [GEN-03]", async () => {
  const [all] = [[{ id: "a" }, { id: "b" }].map(projectOf)];
  backend.answer(api.company.settings, {}, { companyDomain: "homes.test", timeZone: "UTC" });
  backend.answer(api.projects.list, {}, all.slice(1));
  await renderPage(backend, { at: "/projects?dialog=edit&project=a" });
  await screen.findByRole("heading", { name: "Projects" });

  act(() => backend.answer(api.projects.list, {}, all));

  expect(await screen.findByRole("dialog")).toBeVisible();
  expect(screen.queryByText(/no longer here/)).toBeNull();
});
