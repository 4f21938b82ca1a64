import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { trades } from "../../../convex/rules/labels.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { poolMemberOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";
import { scrollTo } from "../support/scroll-far.ts";

let backend: FakeConvex;

const at = "/team-management";
const projects = ["Elm Court", "Oak Court"].map((name) => ({ id: name, name })) as never;

const ann = { id: "ann", firstName: "Ann", lastName: "Lee", role: "supervisor" as const };
const bo = { id: "bo", firstName: "Bo", lastName: "Ott", trade: "Glazier" };

beforeEach(() => {
  backend = new FakeConvex();
  serve(poolMemberOf({ ...ann, assignedProjects: projects }), poolMemberOf(bo));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function serve(...members: ReturnType<typeof poolMemberOf>[]) {
  backend.answer(api.teamMembers.list, {}, members);
}

const rowNames = () =>
  screen.queryAllByRole("rowheader").map((cell) => cell.querySelector("[title]")?.textContent);

const row = (name: RegExp) => within(screen.getByRole("row", { name }));

test("a row shows name, role, trade and projects, the page how many there are [POOL-07] [POOL-09] [POOL-12]", async () => {
  await renderPage(backend, { at });

  expect(rowNames()).toEqual(["Ann Lee", "Bo Ott"]);
  expect(row(/Ann Lee/).getByText("Supervisor")).toBeVisible();
  expect(row(/Ann Lee/).getByText("Elm Court, Oak Court")).toBeVisible();
  expect(row(/Bo Ott/).getByText("Crew Member")).toBeVisible();
  expect(row(/Bo Ott/).getByText("Glazier")).toBeVisible();
  expect(row(/Bo Ott/).getByText("Not assigned")).toBeVisible();
  expect(screen.getByText("2 of 2 members")).toBeVisible();
});

test.each([
  { screenName: "table", width: 1200 },
  { screenName: "cards", width: 358 },
])(
  "in the $screenName a link writes to one member and calls one number [TEAM-03]",
  async ({ width }) => {
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(
      new DOMRect(0, 0, width, 600),
    );
    const typed = { email: "bo?bcc=eve@homes.test", phone: "030 12?x" };
    serve(poolMemberOf({ ...bo, ...typed }));
    await renderPage(backend, { at });

    const targets = screen
      .getAllByRole("link")
      .map((link) => link.getAttribute("href") ?? "")
      .filter((href) => /^(mailto|tel):/.test(href));
    expect(targets).toContain("mailto:bo%3Fbcc%3Deve@homes.test");
    expect(targets).toEqual(targets.filter((href) => !href.includes("?")));
    expect(screen.queryAllByRole("link", { name: typed.phone })).toHaveLength(width < 940 ? 1 : 0);
  },
);

test("an inactive member is marked [OP-33]", async () => {
  serve(poolMemberOf({ ...ann, isActive: false }));
  await renderPage(backend, { at });

  expect(row(/Ann Lee/).getByText("Inactive")).toBeVisible();
});

test("typing narrows at once and reaches the address as one step [POOL-01] [POOL-07]", async () => {
  const { user, history } = await renderPage(backend, { at });
  const steps = history.length;

  await user.type(screen.getByRole("searchbox"), "glaz");

  expect(rowNames()).toEqual(["Bo Ott"]);
  expect(screen.getByText("1 of 2 members")).toBeVisible();
  await waitFor(() => expect(history.location.search).toBe("?q=glaz"));
  expect(history.length).toBe(steps);
});

test("the address sets the filters; what finds nobody can be cleared [POOL-02] [POOL-03] [POOL-04]", async () => {
  const { user } = await renderPage(backend, { at: `${at}?role=supervisor&assignment=unassigned` });

  expect(screen.getByText("No members match")).toBeVisible();
  expect(screen.getByText("0 of 2 members")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Clear Filters" }));
  await waitFor(() => expect(rowNames()).toEqual(["Ann Lee", "Bo Ott"]));
});

test("a column head orders by it, and again the other way round [POOL-05] [POOL-06]", async () => {
  const { user, history } = await renderPage(backend, { at });
  const head = (name: string) => screen.getByRole("columnheader", { name });
  expect(head("Name").getAttribute("aria-sort")).toBe("ascending");

  await user.click(screen.getByRole("button", { name: "Projects" }));
  await waitFor(() => expect(rowNames()).toEqual(["Bo Ott", "Ann Lee"]));
  expect(head("Projects").getAttribute("aria-sort")).toBe("ascending");
  expect(head("Name").getAttribute("aria-sort")).toBe("none");

  await user.click(screen.getByRole("button", { name: "Projects" }));
  await waitFor(() => expect(rowNames()).toEqual(["Ann Lee", "Bo Ott"]));
  expect(head("Projects").getAttribute("aria-sort")).toBe("descending");
  expect(history.location.search).toBe("?sort=projects&dir=desc");
});

test("an empty pool says so and offers to add the first member [POOL-08]", async () => {
  serve();
  const { user } = await renderPage(backend, { at });

  await user.click(screen.getByRole("button", { name: "Add Your First Team Member" }));
  expect(await screen.findByRole("dialog", { name: "Add Team Member" })).toBeVisible();
});

test("adding a member sends what was entered and says so [POOL-08] [TOAST-19]", async () => {
  backend.handle(api.teamMembers.create, () => poolMemberOf({}));
  const { user } = await renderPage(backend, { at: `${at}?dialog=add` });
  const dialog = within(await screen.findByRole("dialog"));

  await user.type(dialog.getByLabelText(/^First Name/), " Eva ");
  await user.type(dialog.getByLabelText(/^Last Name/), "Roth");
  await user.type(dialog.getByLabelText(/^Email/), "eva@homes.test");
  await user.click(dialog.getByRole("button", { name: "Add Team Member" }));

  await screen.findByText("Team member added successfully");
  expect(backend.calls(api.teamMembers.create)).toEqual([
    {
      ...{ firstName: "Eva", lastName: "Roth", email: "eva@homes.test", role: "crew_member" },
      ...{ trade: "", phone: "", isActive: true, key: expect.any(String) as string },
    },
  ]);
});

test("missing names and a wrong address are told at their fields [VALID-08] [VALID-09] [VALID-10]", async () => {
  const { user } = await renderPage(backend, { at: `${at}?dialog=add` });
  const dialog = within(await screen.findByRole("dialog"));

  await user.type(dialog.getByLabelText(/^Email/), "abc");
  await user.click(dialog.getByRole("button", { name: "Add Team Member" }));

  const messages = (await screen.findAllByRole("alert")).map((alert) => alert.textContent);
  expect(messages).toEqual([
    "First name is required",
    "Last name is required",
    "Valid email is required",
  ]);
  expect(backend.sent).toEqual([]);
});

test("the trades are the 12 listed ones and a custom one, which is kept on edit [POOL-11]", async () => {
  backend.handle(api.teamMembers.update, () => poolMemberOf({}));
  const { user } = await renderPage(backend, { at: `${at}?dialog=edit&member=bo` });
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Team Member" }));
  expect(dialog.getByLabelText<HTMLInputElement>("Custom Trade").value).toBe("Glazier");

  await user.click(dialog.getByRole("combobox", { name: "Trade" }));
  const options = screen.getAllByRole("option").map((option) => option.textContent);
  expect(options).toEqual([...trades, "Custom trade…"]);
  await user.click(screen.getByRole("option", { name: "Painter" }));
  await user.click(screen.getByRole("button", { name: "Save Changes" }));

  await screen.findByText("Team member updated successfully");
  expect(backend.calls(api.teamMembers.update)).toEqual([{ teamMemberId: "bo", trade: "Painter" }]);
});

test("a custom trade that was not saved is shown again when it is brought back [POOL-11] [GEN-03]", async () => {
  const { user } = await renderPage(backend, { at });
  const open = async () => {
    await user.click(row(/Ann Lee/).getByRole("button", { name: "Edit Ann Lee" }));
    return within(await screen.findByRole("dialog"));
  };
  let dialog = await open();
  await user.click(dialog.getByRole("combobox", { name: "Trade" }));
  await user.click(screen.getByRole("option", { name: "Custom trade…" }));
  await user.type(dialog.getByLabelText("Custom Trade"), "Chimney sweep");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  dialog = await open();
  await user.click(dialog.getByRole("button", { name: "Bring back" }));
  expect(dialog.getByLabelText("Custom Trade")).toHaveProperty("value", "Chimney sweep");
});

test("a free member is deleted after a question [POOL-08] [TOAST-19]", async () => {
  backend.handle(api.teamMembers.remove, () => {
    serve(poolMemberOf(ann));
    return { success: true };
  });
  const { user } = await renderPage(backend, { at });

  await user.click(screen.getByRole("button", { name: "Delete Bo Ott" }));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(backend.sent).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Delete Bo Ott" }));
  await user.click(screen.getByRole("button", { name: "Delete Member" }));

  await screen.findByText("Team member deleted successfully");
  expect(backend.calls(api.teamMembers.remove)).toEqual([{ teamMemberId: "bo" }]);
  expect(rowNames()).toEqual(["Ann Lee"]);
});

test("an assigned member cannot be deleted; the button says why when it has the focus [POOL-10]", async () => {
  const { user } = await renderPage(backend, { at });
  const button = screen.getByRole("button", { name: "Delete Ann Lee" });
  expect(button.getAttribute("aria-disabled")).toBe("true");

  button.focus();
  await waitFor(() =>
    expect(screen.getByRole("tooltip").textContent).toBe(
      "Cannot delete team member assigned to projects",
    ),
  );
  await user.keyboard("{Enter}");
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("a member assigned meanwhile is not deleted, and the message says why [POOL-10]", async () => {
  backend.handle(api.teamMembers.remove, () =>
    Promise.reject(new ConvexError({ code: "conflict", message: "assigned" })),
  );
  const { user } = await renderPage(backend, { at });

  await user.click(screen.getByRole("button", { name: "Delete Bo Ott" }));
  await user.click(screen.getByRole("button", { name: "Delete Member" }));

  await screen.findByText("Cannot delete team member assigned to projects");
  expect(rowNames()).toContain("Bo Ott");
});

test("of a thousand members only those near the window are in the page [OP-56]", async () => {
  const many = Array.from({ length: 1000 }, (_, index) =>
    poolMemberOf({ id: String(index), firstName: "Member", lastName: String(index) }),
  );
  serve(...many);
  await renderPage(backend, { at });

  expect(screen.getByText("1000 of 1000 members")).toBeVisible();
  expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("1001");
  expect(rowNames().length).toBeLessThan(60);
  expect(rowNames()[0]).toBe("Member 0");
});

test("a member keeps the focus however far the table is scrolled [POOL-07] [GEN-07]", async () => {
  const many = Array.from({ length: 900 }, (_, at) => {
    const name = String(1000 + at);
    return poolMemberOf({
      id: name,
      firstName: "Ann",
      lastName: name,
      email: `${name}@homes.test`,
    });
  });
  serve(...many);
  await renderPage(backend, { at });
  const focused = await screen.findByRole("link", { name: "1001@homes.test" });
  focused.focus();

  scrollTo(null, { top: 28_000 });

  const shown = await screen.findByRole("link", { name: "1500@homes.test" });
  expect(document.activeElement).toBe(focused);
  expect(screen.queryByRole("link", { name: "1004@homes.test" })).toBeNull();
  expect([heightAbove(focused), heightAbove(shown)]).toEqual([56, 500 * 56]);
  scrollTo(null, {});
});

/** The heights of the rows above that of a link. */
function heightAbove(link: HTMLElement): number {
  const row = link.closest("tr");
  const rows = [...(row?.parentElement?.children ?? [])];
  const heights = rows.slice(0, rows.indexOf(row as Element)).map((each) => {
    const { style } = each.querySelector<HTMLElement>("td[style]") ?? (each as HTMLElement);
    return parseFloat(style.height);
  });
  return heights.reduce((sum, height) => sum + height, 0);
}
