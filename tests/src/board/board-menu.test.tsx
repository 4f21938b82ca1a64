import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { BoardRow } from "../../../src/features/board/contents/board-types.ts";
import type { FakeConvex } from "../../support/fake-convex.tsx";
import { taskOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";
import { boardBackend } from "./board-backend.ts";
import { boardRowOf } from "./rows.ts";

let backend: FakeConvex;
const at = "/projects/project/board";

beforeEach(() => {
  backend = boardBackend();
  backend.handle(api.tasks.update, () => taskOf({}));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function serve(row: BoardRow) {
  const page = { projectId: "project", after: 0, through: null };
  backend.answer(api.board.page, page, { rows: [row], next: null });
}

const cell = (name: RegExp) => screen.getByRole("gridcell", { name });

test("the menu has every state, due date, who, block, photos and the unit [BOARD-04]", async () => {
  serve(boardRowOf({ name: "102" }, [{ name: "Paint walls", category: "Paint" }]));
  const { user, history } = await renderPage(backend, { at });
  const task = await screen.findByRole("gridcell", { name: /^Paint walls/ });

  fireEvent.contextMenu(task);
  const menu = within(await screen.findByRole("menu"));
  const items = [...menu.getAllByRole("menuitemradio"), ...menu.getAllByRole("menuitem")];
  expect(items.map((item) => item.textContent?.trim())).toEqual([
    ...["Not Started", "In Progress", "Completed"],
    ...["Due dateNot set", "WhoNobody", "BlockedNo", "Photos", "Open unit", "Select"],
  ]);
  await user.keyboard(
    "[ArrowDown][ArrowDown][ArrowDown][ArrowDown][ArrowDown][ArrowDown][ArrowRight]",
  );
  await user.click(await screen.findByRole("menuitemradio", { name: "Vendor" }));
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());

  fireEvent.contextMenu(cell(/^Paint walls/));
  await user.click(await screen.findByRole("menuitem", { name: "Photos" }));

  await waitFor(() =>
    expect(backend.acts(api.tasks.update)).toEqual([
      { taskId: "102 Paint walls", blockedReason: "vendor" },
    ]),
  );
  expect(history.location.search).toBe("?unit=unit+102&tab=photos");
});

test("the person whom a task has already is not sent when the menu offers the person again [BOARD-04] [WHO-01]", async () => {
  const ana = { id: "ana", firstName: "Ana", lastName: "Silva", profileImageUrl: null };
  backend.answer(api.people.list, {}, [ana]);
  serve(boardRowOf({ name: "102" }, [{ name: "Paint walls", assignedToId: "ana" }]));
  const { user } = await renderPage(backend, { at });
  const choose = async (name: string) => {
    fireEvent.contextMenu(await screen.findByRole("gridcell", { name: /^Paint walls/ }));
    await screen.findByRole("menu");
    await user.keyboard(`${"[ArrowDown]".repeat(5)}[ArrowRight]`);
    const users = within(await screen.findByRole("group", { name: "Signs in" }));
    await user.click(users.getByRole("menuitemradio", { name }));
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  };
  await choose("Ana Silva");
  await choose("Nobody");

  await waitFor(() =>
    expect(backend.acts(api.tasks.update)).toEqual([
      { taskId: "102 Paint walls", assignedToId: null },
    ]),
  );
});

test.each(["Photos", "Open unit"])(
  "the focus returns to the task when the unit is closed that %j of its menu opened [BOARD-09] [GEN-07]",
  async (name) => {
    serve(boardRowOf({ name: "102" }, [{ name: "Paint walls", category: "Paint" }]));
    const { user, history } = await renderPage(backend, { at });
    const task = await screen.findByRole("gridcell", { name: /^Paint walls/ });
    act(() => task.focus());
    await user.keyboard("{Enter}");

    await user.click(await screen.findByRole("menuitem", { name }));
    await screen.findByRole("dialog");
    expect(history.location.search).toContain("?unit=unit+102");
    await user.keyboard("{Escape}");

    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(cell(/^Paint walls/)), {
      timeout: 3000,
    });
  },
);

test("the menu shows the note of a block, and leads to a form of reason and note [BOARD-04, BLOCK-01, BLOCK-03]", async () => {
  const blocked = { blockedReason: "parts" as const, blockedNote: "Door is on order" };
  serve(boardRowOf({ name: "102" }, [{ name: "Paint walls", ...blocked }]));
  const { user } = await renderPage(backend, { at });

  fireEvent.contextMenu(await screen.findByRole("gridcell", { name: /^Paint walls/ }));
  expect(await screen.findByText("Door is on order")).toBeVisible();
  await user.keyboard(
    "[ArrowDown][ArrowDown][ArrowDown][ArrowDown][ArrowDown][ArrowDown][ArrowRight]",
  );
  await user.click(await screen.findByRole("menuitem", { name: "Reason and note" }));
  const note = await screen.findByRole("textbox", { name: "Note (optional)" });
  await user.clear(note);
  await user.type(note, "Door comes on Monday");
  await user.click(screen.getByRole("button", { name: "Save" }));

  await waitFor(() =>
    expect(backend.acts(api.tasks.update)).toEqual([
      {
        ...{ taskId: "102 Paint walls", blockedReason: "parts" },
        blockedNote: "Door comes on Monday",
      },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the form of a block returns the focus to its task when Escape closes it [BOARD-09]", async () => {
  serve(boardRowOf({ name: "102" }, [{ name: "Paint walls" }]));
  const { user } = await renderPage(backend, { at });
  fireEvent.contextMenu(await screen.findByRole("gridcell", { name: /^Paint walls/ }));
  await screen.findByRole("menu");
  await user.keyboard(
    "[ArrowDown][ArrowDown][ArrowDown][ArrowDown][ArrowDown][ArrowDown][ArrowRight]",
  );
  await user.click(await screen.findByRole("menuitem", { name: "Reason and note" }));
  await screen.findByRole("dialog", { name: "Block Task" });

  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.keyboard("{Enter}");

  expect(await screen.findByRole("menu")).toBeVisible();
});

test("the menu leads to the calendar of the due date, which stays until a day is chosen and then returns the focus [BOARD-04]", async () => {
  serve(boardRowOf({ name: "102" }, [{ name: "Paint walls", category: "Paint" }]));
  const { user } = await renderPage(backend, { at });

  fireEvent.contextMenu(await screen.findByRole("gridcell", { name: /^Paint walls/ }));
  await user.click(await screen.findByRole("menuitem", { name: /^Due date/ }));
  const calendar = within(await screen.findByRole("dialog", { name: "Due date of Paint walls" }));
  await user.click(await calendar.findByRole("button", { name: "Today" }));

  const sent = { taskId: "102 Paint walls", dueDate: expect.stringMatching(/^\d{4}-\d\d-\d\d/) };
  await waitFor(() => expect(backend.acts(api.tasks.update)).toEqual([sent]));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(cell(/^Paint walls/)));
});

test("a finger that rests on a task opens its menu and moves nothing on; one that scrolls or taps does not [BOARD-04]", async () => {
  serve(boardRowOf({ name: "102" }, [{ name: "Paint walls", category: "Paint" }]));
  await renderPage(backend, { at });
  const task = await screen.findByRole("gridcell", { name: /^Paint walls/ });
  const finger = { pointerType: "touch", clientX: 10, clientY: 10 };
  const rest = () => act(() => void vi.advanceTimersByTime(1000));
  vi.useFakeTimers();

  fireEvent.pointerDown(task, finger);
  fireEvent.pointerMove(task, { ...finger, clientY: 40 });
  rest();
  fireEvent.pointerUp(task, finger);
  expect(screen.queryByRole("menu")).toBeNull();

  fireEvent.pointerDown(task, { ...finger, pointerType: "mouse" });
  rest();
  expect(screen.queryByRole("menu")).toBeNull();

  fireEvent.pointerDown(task, finger);
  rest();
  fireEvent.pointerUp(task, finger);
  fireEvent.click(task);
  vi.useRealTimers();

  expect(await screen.findByRole("menu", { name: "Paint walls · 102" })).toBeVisible();
  fireEvent.keyDown(screen.getByRole("menu"), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  fireEvent.pointerDown(task, finger);
  fireEvent.pointerUp(task, finger);
  fireEvent.click(task);

  expect(await screen.findByRole("gridcell", { name: /in progress$/ })).toBeVisible();
  await waitFor(() =>
    expect(backend.acts(api.tasks.update)).toEqual([
      { taskId: "102 Paint walls", status: "in_progress" },
    ]),
  );
  expect(screen.queryByRole("menu")).toBeNull();
});

/** Shows the board of one task on a phone; returns the task's button, and a finger that touches it. */
async function showOnPhone() {
  const media = vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    Object.assign(new EventTarget() as MediaQueryList, {
      matches: query === "(width < 48rem)",
      media: query,
    }),
  );
  onTestFinished(() => media.mockRestore());
  serve(boardRowOf({ name: "102" }, [{ name: "Paint walls", category: "Paint" }]));
  await renderPage(backend, { at });
  const task = await screen.findByRole("button", { name: /^Paint walls, unit 102/ });
  const finger = { pointerType: "touch", clientX: 10, clientY: 10 };
  return { task, finger };
}

test("on a phone a finger that rests on a task opens its menu and moves nothing on, also where the browser sends no right click [BOARD-04] [BOARD-10]", async () => {
  const { task, finger } = await showOnPhone();

  vi.useFakeTimers();
  fireEvent.pointerDown(task, finger);
  act(() => void vi.advanceTimersByTime(1000));
  fireEvent.pointerUp(task, finger);
  fireEvent.click(task);
  vi.useRealTimers();

  expect(await screen.findByRole("menu", { name: "Paint walls · 102" })).toBeVisible();
  expect(backend.acts(api.tasks.update)).toEqual([]);
});

test("after a long press a screen reader's click on the same task moves it on, and its key for the menu opens the menu [BOARD-04] [BOARD-10]", async () => {
  const { task, finger } = await showOnPhone();
  const closeMenu = async () => {
    fireEvent.keyDown(await screen.findByRole("menu"), { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  };

  vi.useFakeTimers();
  fireEvent.pointerDown(task, finger);
  act(() => void vi.advanceTimersByTime(1000));
  fireEvent.pointerMove(task, { ...finger, clientY: 40 });
  act(() => void vi.advanceTimersByTime(1000));
  fireEvent.pointerUp(task, finger);
  fireEvent.click(task);
  act(() => void vi.advanceTimersByTime(1000));
  vi.useRealTimers();
  await closeMenu();
  expect(backend.acts(api.tasks.update)).toEqual([]);

  fireEvent.contextMenu(task);
  await closeMenu();
  fireEvent.click(task);
  await waitFor(() =>
    expect(backend.acts(api.tasks.update)).toEqual([
      { taskId: "102 Paint walls", status: "in_progress" },
    ]),
  );
});
