import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { outbox } from "../../../src/lib/outbox/outbox.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { boardBackend } from "../board/board-backend.ts";
import { boardRowOf } from "../board/rows.ts";
import { holdPhone } from "../support/hold-phone.ts";
import { photoOf, projectPhotoOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

afterEach(cleanup);

const mark = ", not sent yet";
const units = { projectId: "project" };

function backendOf(unit: Parameters<typeof unitOf>[0] = {}): FakeConvex {
  const backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.units.list, units, [unitOf(unit)]);
  backend.answer(api.tasks.list, { unitId: "unit" }, []);
  return backend;
}

test("a unit whose own change waits has a mark in its heading and on its card, until it is confirmed [FIELD-05]", async () => {
  const backend = backendOf();
  backend.disconnect();
  const { user } = await renderPage(backend, { at: "/projects/project/units?unit=unit" });
  const dialog = within(await screen.findByRole("dialog", { name: "101" }));
  expect(dialog.queryByText(mark)).toBeNull();

  await act(() => outbox.do("unit.update", { unitId: "unit", blockedReason: "parts" }));
  expect(await dialog.findByText(mark)).toBeVisible();
  await user.keyboard("{Escape}");
  const list = within(await screen.findByRole("list", { name: "Units" }));
  expect(await list.findByText(mark)).toBeVisible();

  backend.handle(api.units.update, () => null);
  act(() => backend.connect());
  await waitFor(() => expect(list.queryByText(mark)).toBeNull());
});

/** Opens the board with a unit whose block waits, and with a task that is begun and waits. */
async function openBoard() {
  const backend = boardBackend();
  const row = boardRowOf({ name: "101" }, [{ name: "Paint walls" }]);
  const page = { projectId: "project", after: 0, through: null };
  backend.answer(api.board.page, page, { rows: [row], next: null });
  backend.disconnect();
  await renderPage(backend, { at: "/projects/project/board" });
  await act(() => outbox.do("unit.update", { unitId: "unit 101", blockedReason: "parts" }));
  const taskId = "101 Paint walls";
  await act(() => outbox.do("task.update", { taskId, status: "in_progress" }));
}

test("the board has a mark beside the name of a unit whose own change waits [FIELD-05]", async () => {
  await openBoard();
  const name = await screen.findByRole("rowheader", { name: /^101/ });
  expect(await within(name).findByText(mark)).toBeVisible();
});

test("on a phone a card of the board has a mark for its unit and for each task that waits [FIELD-05]", async () => {
  holdPhone();
  await openBoard();
  const task = await screen.findByRole("button", { name: /^Paint walls, unit 101, in progress/ });
  expect(await within(task).findByText(mark)).toBeVisible();
  await waitFor(() => expect(screen.getAllByText(mark)).toHaveLength(2));
});

test("a photo whose turn waits is turned and has a mark in its unit, on the card and among all photos [FIELD-05] [CAM-04]", async () => {
  const backend = backendOf({ recentPhotos: [photoOf({ id: "a" })] });
  backend.answer(api.photos.list, { unitId: "unit" }, [photoOf({ id: "a" })]);
  const wall = { projectId: "project", cursor: null, limit: 100 };
  const page = [projectPhotoOf({ id: "a" })];
  backend.answer(api.photos.ofProject, wall, { page, continueCursor: null });
  backend.answer(api.people.list, {}, []);
  backend.disconnect();
  const at = "/projects/project/units?unit=unit&tab=photos";
  const { user, history } = await renderPage(backend, { at });
  const tile = (await screen.findByRole("button", { name: "Open wall.jpg" })).closest("li");
  expect(tile).not.toBeNull();
  const expectTurned = async (photo: HTMLElement) => {
    expect(await within(photo).findByText(mark)).toBeVisible();
    expect([...(photo.querySelector("img")?.classList ?? [])]).toContain("rotate-90");
  };

  await act(() => outbox.do("photo.turn", { photoId: "a", rotation: 90 }));
  await expectTurned(tile as HTMLElement);
  await user.keyboard("{Escape}");
  await expectTurned(await screen.findByRole("list", { name: "Recent photos" }));
  act(() => history.push("/projects/project/photos"));
  await expectTurned(await screen.findByRole("list", { name: "Photos" }));
});
