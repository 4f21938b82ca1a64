import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { PageHeader } from "../../../src/components/layout/page-header.tsx";
import type { SavedView } from "../../../src/features/views/use-views.ts";
import { WithViews } from "../../../src/features/views/with-views.tsx";
import { useLiveQuery } from "../../../src/hooks/reads/use-live-query.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { restoreNetwork, turnNetwork } from "../support/network.ts";
import { renderAt, viewerOf } from "../support/render-at.tsx";

const at = "2036-03-02T08:00:00.000Z";

function viewOf(fields: { id: string; name: string } & Partial<Omit<SavedView, "id">>): SavedView {
  return {
    ...{ page: "/board", query: "", shared: false, createdBy: "user", createdByName: "Mia Wolf" },
    ...{ createdAt: at, updatedAt: at, ...fields },
  } as SavedView;
}

const others = { shared: true, createdBy: "sam", createdByName: "Sam Okafor" } as object;
const late = viewOf({ id: "v1", name: "Late units", query: "risk=late&sort=-vacant", ...others });
const mine = viewOf({ id: "v2", name: "My buildings", query: "q=A" });
const elsewhere = viewOf({ id: "v3", name: "Reports of mine", page: "/reports" });

let backend: FakeConvex;
beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.projects.list, {}, []);
  backend.answer(api.views.list, {}, [late, mine, elsewhere]);
});
afterEach(cleanup);

/** A page whose answers have arrived. */
function Board() {
  useLiveQuery(api.projects.list, {});
  return <PageHeader title="Turn Board" />;
}

async function show(address = "/board", role = "project_manager") {
  const page = await renderAt(
    backend,
    <WithViews>
      <Board />
    </WithViews>,
    { at: address, viewer: viewerOf({ role }) },
  );
  const button = screen.queryByRole("button", { name: "Views" });
  const open = async () => {
    await page.user.click(screen.getByRole("button", { name: "Views" }));
    return await screen.findByRole("dialog", { name: "Views of this page" });
  };
  return { ...page, button, open };
}

const linksIn = (part: HTMLElement) =>
  within(part)
    .queryAllByRole("link")
    .map((link) => `${link.textContent} ${link.getAttribute("href") ?? ""}`);

test("a page lists its views for everyone and the viewer's own, and opens one [QUICK-05]", async () => {
  const { user, history, button, open } = await show("/board?unit=u1");
  const panel = await open();

  expect(linksIn(within(panel).getByRole("region", { name: "For Everyone" }))).toEqual([
    "Late unitsSam Okafor /board?risk=late&sort=-vacant",
  ]);
  expect(linksIn(within(panel).getByRole("region", { name: "Only You" }))).toEqual([
    "My buildings /board?q=A",
  ]);
  await user.click(within(panel).getByRole("link", { name: /Late units/ }));
  await waitFor(() => expect(history.location.href).toBe("/board?risk=late&sort=-vacant"));
  expect(await screen.findByText("Late units")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test("the name of a view stands beside the title while the address is that view, in any order and over an open unit [QUICK-05]", async () => {
  const { history, open } = await show("/board?unit=u1&sort=-vacant&risk=late");
  expect(await screen.findByText("Late units")).toBeVisible();
  const link = within(await open()).getByRole("link", { current: true });
  expect(link.textContent).toContain("Late units");

  history.push("/board?risk=late");
  await waitFor(() => expect(screen.queryByTitle("Late units")?.tagName).not.toBe("P"));
});

test("a page without filters has no views [QUICK-05]", async () => {
  const { button } = await show("/my-day");

  expect(button).toBeNull();
  expect([...backend.watched].filter((key) => key.startsWith("views:"))).toEqual([]);
});

test("a view keeps the filters of the page without what is open, and is seen at once [QUICK-05] [GEN-03]", async () => {
  const { user, open } = await show("/board?unit=u1&tab=photos&who=ann&risk=at_risk");
  await user.click(within(await open()).getByRole("button", { name: "Save View…" }));
  const dialog = await screen.findByRole("dialog", { name: "Save View" });
  await user.click(within(dialog).getByRole("button", { name: "Save View" }));
  expect(await within(dialog).findByText("Name is required")).toBeVisible();
  await user.type(within(dialog).getByLabelText(/^Name/), "At risk of Ann");
  await user.click(within(dialog).getByRole("checkbox", { name: "For everyone" }));
  await user.click(within(dialog).getByRole("button", { name: "Save View" }));

  const kept = { page: "/board", query: "risk=at_risk&who=ann" };
  await waitFor(() =>
    expect(backend.acts(api.views.create)).toEqual([
      { name: "At risk of Ann", ...kept, shared: true },
    ]),
  );
  expect(backend.calls(api.views.create)[0]).toHaveProperty("key", expect.any(String));
  expect(screen.getByTitle("At risk of Ann").tagName).toBe("P");
});

test("a refusal takes the view back, says why and keeps what was typed [QUICK-05] [GEN-03]", async () => {
  const message = "A person keeps at most 500 views: delete one first";
  backend.handle(api.views.create, () => {
    throw new ConvexError({ code: "invalid", message });
  });
  const { user, open } = await show("/board?risk=at_risk");
  await user.click(within(await open()).getByRole("button", { name: "Save View…" }));
  const dialog = await screen.findByRole("dialog", { name: "Save View" });
  await user.type(within(dialog).getByLabelText(/^Name/), "One more{Enter}");

  expect(await screen.findByText(message)).toBeVisible();
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Name/).value).toBe("One more");
  expect(screen.queryByTitle("One more")).toBeNull();
});

test("the owner renames a view, gives it to everyone and to the present filters, and sends no more [QUICK-05]", async () => {
  backend.handle(api.views.update, () => mine);
  const { user, open } = await show("/board?risk=at_risk");
  const edit = async () => {
    await user.click(within(await open()).getByRole("button", { name: "Edit view My buildings" }));
    return within(await screen.findByRole("dialog", { name: "Edit View" }));
  };
  const first = await edit();
  await user.clear(first.getByLabelText(/^Name/));
  await user.type(first.getByLabelText(/^Name/), "Mine{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const second = await edit();
  await user.click(second.getByRole("checkbox", { name: "For everyone" }));
  await user.click(second.getByRole("checkbox", { name: "Take the present filters" }));
  await user.click(second.getByRole("button", { name: "Save Changes" }));

  await waitFor(() =>
    expect(backend.acts(api.views.update)).toEqual([
      { viewId: "v2", name: "Mine" },
      { viewId: "v2", shared: true, query: "risk=at_risk" },
    ]),
  );
});

test("a view is deleted after a question, is gone at once, and comes back when that is refused [QUICK-05] [GEN-03]", async () => {
  let refuse: (error: Error) => void = () => undefined;
  backend.handle(api.views.remove, () => new Promise((_, reject) => (refuse = reject)));
  const { user, button, open } = await show("/board?q=A");
  expect((await screen.findByTitle("My buildings")).tagName).toBe("P");
  await user.click(within(await open()).getByRole("button", { name: "Delete view My buildings" }));
  const question = await screen.findByRole("alertdialog", { name: "Delete view?" });
  await user.click(within(question).getByRole("button", { name: "Delete View" }));

  await waitFor(() => expect(backend.acts(api.views.remove)).toEqual([{ viewId: "v2" }]));
  expect(screen.queryByTitle("My buildings")).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(button));
  refuse(new ConvexError({ code: "not_found", message: "View not found" }));
  expect(await screen.findByTitle("My buildings")).toBeVisible();
  expect(await screen.findByText(/no longer here/)).toBeVisible();
});

test("only its owner, managers and administrators are offered to change a view for everyone [QUICK-05]", async () => {
  const names = async (role: string) => {
    const { open } = await show("/board", role);
    const labels = within(await open())
      .getAllByRole("button")
      .flatMap((button) => button.getAttribute("aria-label") ?? []);
    cleanup();
    return labels;
  };

  const own = ["Edit view My buildings", "Delete view My buildings"];
  expect(await names("project_supervisor")).toEqual(own);
  const all = ["Edit view Late units", "Delete view Late units", ...own];
  expect(await names("project_manager")).toEqual(all);
  expect(await names("account_administrator")).toEqual(all);
});

test("the keyboard opens the views, goes through them and comes back [QUICK-05] [GEN-07]", async () => {
  const { user, history, button } = await show();
  button?.focus();
  await user.keyboard("{Enter}");
  const panel = await screen.findByRole("dialog", { name: "Views of this page" });
  await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(button));
  await user.keyboard("{Enter}");
  const [link] = await screen.findAllByRole("link");
  await waitFor(() => expect(document.activeElement).toBe(link));
  await user.tab();
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Edit view Late units");
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(link);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(history.location.href).toBe("/board?risk=late&sort=-vacant"));
});

test("before there are views the menu says what they are, and a failed read says so [QUICK-05]", async () => {
  backend.answer(api.views.list, {}, []);
  const { open } = await show();
  expect(within(await open()).getByText(/keeps the filters and the order/)).toBeVisible();
  cleanup();

  backend.answer(api.views.list, {}, new Error("Server Error"));
  const failed = await show();
  expect(await within(await failed.open()).findByText(/cannot be read/)).toBeVisible();
});

test("views that are not known without a network do not load without end [QUICK-05] [FIELD-02]", async () => {
  backend.answer(api.views.list, {}, undefined);
  const { open } = await show();
  const menu = await open();
  turnNetwork(false);
  expect(await within(menu).findByText("The views come with the network.")).toBeVisible();
  restoreNetwork();
});
