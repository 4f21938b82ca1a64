import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { taskOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
});
afterEach(cleanup);

const at = "/projects/project/units";

function serve(...units: Parameters<typeof unitOf>[0][]) {
  backend.answer(api.units.list, { projectId: "project" }, units.map(unitOf));
}

function card(name: string) {
  const heading = screen.getByRole("heading", { level: 2, name });
  return within(heading.closest('[role="listitem"]') as HTMLElement);
}

const cardNames = () =>
  screen.queryAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);

describe("grid", () => {
  test("a card shows name, status, progress and the three counts [UNIT-03] [UNIT-04] [UNIT-05]", async () => {
    const counts = { totalTasks: 4, completedTasks: 1, inProgressTasks: 1, notStartedTasks: 2 };
    serve({ name: "101", status: "in_progress", ...counts });
    await renderPage(backend, { at });

    expect(card("101").getByText("In Progress")).toBeVisible();
    expect(card("101").getByText("25%")).toBeVisible();
    const terms = card("101").getAllByRole("term");
    const values = card("101").getAllByRole("definition");
    expect(terms.map((term, index) => [term.textContent, values[index]?.textContent])).toEqual([
      ["Complete", "1"],
      ["In progress", "1"],
      ["Pending", "2"],
    ]);
  });

  test("the recent photos are shown as thumbnails in their order [UNIT-06]", async () => {
    const photo = (id: string) => ({
      ...{ id, unitId: "unit", type: "progress" as const, filename: `${id}.jpg`, caption: id },
      ...{ originalName: null, fileSize: 1, mimeType: "image/jpeg", uploadedBy: null },
      ...{ photoDate: "2026-03-02T09:00:00.000Z", createdAt: "2026-03-02T09:00:00.000Z" },
    });
    serve({ recentPhotos: ["c", "b", "a"].map(photo) as never });
    await renderPage(backend, { at });
    const sources = card("101")
      .getAllByRole("img")
      .map((image) => image.getAttribute("src"));
    expect(sources).toEqual(["c", "b", "a"].map((id) => `/api/photos/${id}.jpg?size=preview`));
  });

  test("without units the page says No units found [UNIT-09]", async () => {
    serve();
    await renderPage(backend, { at });
    expect(screen.getByText("No units found")).toBeVisible();
  });
});

describe("filter", () => {
  const units = [
    { id: "a", name: "A" },
    { id: "b", name: "B", status: "in_progress" },
    { id: "c", name: "C", status: "on_hold" },
  ] as const;

  test("the options carry their counts, choosing one narrows the grid and stays in the address [UNIT-02] [OP-23]", async () => {
    serve(...units);
    const { user, history } = await renderPage(backend, { at });
    const names = within(screen.getByRole("group", { name: "Filter units by status" }))
      .getAllByRole("button")
      .map((option) => option.textContent);
    expect(names).toEqual(["All (3)", "Not Started (1)", "In Progress (1)", "Completed (0)"]);

    await user.click(screen.getByRole("button", { name: "In Progress (1)" }));

    await waitFor(() => expect(cardNames()).toEqual(["B"]));
    expect(history.location.search).toBe("?status=in_progress");
  });

  test("a filter that matches nothing can be cleared [UNIT-10] [UNIT-16]", async () => {
    serve(...units);
    const { user, history } = await renderPage(backend, { at: `${at}?status=completed` });
    expect(screen.getByText("No units match the filter")).toBeVisible();

    await user.click(screen.getByRole("button", { name: "Clear Filter" }));

    await waitFor(() => expect(cardNames()).toEqual(["A", "B", "C"]));
    expect(card("C").getByText("On Hold")).toBeVisible();
    expect(history.location.search).toBe("");
  });
});

describe("search", () => {
  const units = ["A-201", "A-101", "B-102", "A-102"].map((name) => ({ id: name, name }));

  test("the units stand by building and floor, and a text narrows them and stays in the address [FIND-01] [FIND-02]", async () => {
    serve(...units);
    const { user, history } = await renderPage(backend, { at });
    expect(cardNames()).toEqual(["A-101", "A-102", "A-201", "B-102"]);
    expect(screen.getByText("A, floor 2")).toBeVisible();

    await user.keyboard("/");
    await user.keyboard("02");

    await waitFor(() => expect(cardNames()).toEqual(["A-102", "B-102"]));
    expect(screen.getByRole("button", { name: "All (2)" })).toBeVisible();
    await waitFor(() => expect(history.location.search).toBe("?q=02"));
  });

  test("Enter opens the first unit that is found, the search key of the browser leads to the field once [FIND-02]", async () => {
    serve(...units);
    backend.answer(api.tasks.list, { unitId: "B-102" }, []);
    const { user, history } = await renderPage(backend, { at });
    const field = screen.getByRole("searchbox", { name: "Find a unit" });
    await user.keyboard("{Control>}f{/Control}");
    expect(document.activeElement).toBe(field);
    const again = new KeyboardEvent("keydown", { key: "f", ctrlKey: true, cancelable: true });
    document.dispatchEvent(again);
    expect(again.defaultPrevented).toBe(false);

    await user.keyboard("b{Enter}");

    expect(await screen.findByRole("dialog", { name: /B-102/ })).toBeVisible();
    expect(history.location.search).toContain("unit=B-102");
  });

  test("a text that no name has is said and can be cleared [FIND-02]", async () => {
    serve(...units);
    const { user } = await renderPage(backend, { at: `${at}?q=9` });
    expect(screen.getByText("No units match the search")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear Search" }));
    await waitFor(() => expect(cardNames()).toHaveLength(4));
  });
});

describe("deleting", () => {
  async function askToDelete() {
    serve({ id: "a", name: "A" }, { id: "b", name: "B" });
    const { user } = await renderPage(backend, { at });
    await user.click(screen.getByRole("button", { name: "Delete A" }));
    return { user, question: within(await screen.findByRole("alertdialog")) };
  }

  test("the question names what goes, and cancelling keeps the unit [UNIT-11] [VALID-19]", async () => {
    const { user, question } = await askToDelete();
    expect(question.getByText(/permanently removes.*tasks, photos and time entries/)).toBeVisible();
    await user.click(question.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(cardNames()).toEqual(["A", "B"]);
    expect(backend.sent).toEqual([]);
  });

  test("confirming removes the card at once and says so when it is done [UNIT-12] [TOAST-17]", async () => {
    let finish: () => void = () => undefined;
    backend.handle(
      api.units.remove,
      () =>
        new Promise<void>((resolve) => (finish = () => (serve({ id: "b", name: "B" }), resolve()))),
    );
    const { user, question } = await askToDelete();
    await user.click(question.getByRole("button", { name: "Delete Unit" }));
    await waitFor(() => expect(cardNames()).toEqual(["B"]));
    expect(screen.queryByText("Unit deleted")).toBeNull();

    finish();
    expect(await screen.findByText("Unit deleted")).toBeVisible();
    expect(backend.calls(api.units.remove)).toEqual([{ unitId: "a" }]);
  });

  test("a refused deletion brings the card back [TOAST-02]", async () => {
    backend.handle(api.units.remove, () => Promise.reject(new Error("no")));
    const { user, question } = await askToDelete();
    await user.click(question.getByRole("button", { name: "Delete Unit" }));
    await screen.findByText("An error occurred");
    expect(cardNames()).toEqual(["A", "B"]);
  });
});

describe("detail dialog", () => {
  test("View Details opens three tabs on Tasks, View Photos on Photos [DETAIL-01] [UNIT-07]", async () => {
    serve({});
    backend.answer(api.tasks.list, { unitId: "unit" }, []);
    const { user, history } = await renderPage(backend, { at });
    await user.click(screen.getByRole("button", { name: "View Details" }));
    const tabs = () => screen.getAllByRole("tab").map((tab) => tab.textContent);
    const selected = () => screen.getByRole("tab", { selected: true }).textContent;
    expect(tabs()).toEqual(["Tasks", "Photos", "Notes"]);
    expect(selected()).toBe("Tasks");

    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.activeElement?.textContent?.trim()).toBe("View Details");
    await user.click(screen.getByRole("button", { name: "View Photos" }));

    expect(selected()).toBe("Photos");
    expect(history.location.search).toBe("?unit=unit&tab=photos");
  });

  test("a picked completion date completes the unit at once [DETAIL-02] [UNIT-13]", async () => {
    serve({ startDate: "2026-03-02T12:00:00.000Z" });
    backend.answer(api.tasks.list, { unitId: "unit" }, []);
    const { user } = await renderPage(backend, { at: `${at}?unit=unit` });
    const info = within(screen.getByRole("region", { name: "Unit information" }));
    expect(info.getByRole("button", { name: /^Start Date: .*2026/ })).toBeVisible();
    await user.click(info.getByRole("button", { name: /^Completion Date/ }));
    const day = await screen.findAllByRole("gridcell");
    await user.click(within(day[15] as HTMLElement).getByRole("button"));

    const dialog = within(screen.getByRole("dialog"));
    await waitFor(() => expect(dialog.getByText("Completed")).toBeVisible());
    const [sent] = backend.acts(api.units.update);
    expect(sent).toMatchObject({ unitId: "unit" });
    expect(sent?.["completionDate"]).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  test("the start date is set and cleared by its picker [UNIT-15] [DETAIL-02]", async () => {
    serve({ status: "completed", startDate: "2026-03-02T12:00:00.000Z" });
    backend.answer(api.tasks.list, { unitId: "unit" }, []);
    backend.handle(api.units.update, () => unitOf({}));
    const { user } = await renderPage(backend, { at: `${at}?unit=unit` });
    const picker = () => screen.getByRole("button", { name: "Start Date: Mar 2, 2026" });
    await user.click(picker());
    await user.click(await screen.findByRole("button", { name: /March 12th/ }));
    await user.click(picker());
    await user.click(await screen.findByRole("button", { name: "Clear" }));
    await waitFor(() =>
      expect(backend.acts(api.units.update)).toEqual([
        { unitId: "unit", startDate: "2026-03-12" },
        { unitId: "unit", startDate: null },
      ]),
    );
    expect(await screen.findByText("Unit updated successfully")).toBeVisible();
  });

  test("completing a task moves the counts of its card at once and back when refused [DETAIL-08] [UNIT-05]", async () => {
    serve({ totalTasks: 1, notStartedTasks: 1 });
    backend.answer(api.tasks.list, { unitId: "unit" }, [taskOf({})]);
    let refuse: () => void = () => undefined;
    const no = new ConvexError({ code: "forbidden", message: "No" });
    backend.handle(api.tasks.update, () => new Promise((_, reject) => (refuse = () => reject(no))));
    const { user } = await renderPage(backend, { at: `${at}?unit=unit` });
    const dialog = within(screen.getByRole("dialog", { name: "101" }));
    await user.click(dialog.getByRole("button", { name: "Completed" }));
    await waitFor(() => expect(dialog.getByText("1 of 1 tasks complete")).toBeVisible());

    refuse();
    await screen.findByText("An error occurred");
    expect(dialog.getByText("0 of 1 tasks complete")).toBeVisible();
  });

  test("Escape closes the dialog also while a notification is shown", async () => {
    serve({});
    backend.answer(api.tasks.list, { unitId: "unit" }, [taskOf({})]);
    backend.handle(api.tasks.update, () => taskOf({}));
    const { user } = await renderPage(backend, { at: `${at}?unit=unit` });
    await user.click(screen.getByRole("button", { name: "Completed" }));
    await screen.findByText("Task updated successfully");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("a unit deleted by somebody else closes the question about it and says so [API-53]", async () => {
    backend.answer(api.units.list, { projectId: "project" }, [unitOf({}), unitOf({ id: "b" })]);
    const { user } = await renderPage(backend, { at });
    const [first] = screen.getAllByRole("button", { name: "Delete 101" });
    if (first) await user.click(first);
    backend.answer(api.units.list, { projectId: "project" }, [unitOf({ id: "b" })]);
    await screen.findByText("This unit is no longer here");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(backend.sent).toEqual([]);
  });

  test("a link to a unit that is gone says so", async () => {
    serve({ id: "other" });
    await renderPage(backend, { at: `${at}?unit=gone` });
    expect(screen.getByRole("dialog", { name: "Unit not found" })).toBeVisible();
  });
});
