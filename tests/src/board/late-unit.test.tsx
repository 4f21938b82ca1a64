import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type * as Loader from "../../../src/lib/parts/part-loader.ts";
import { PartNotLoaded } from "../../../src/lib/parts/part-not-loaded.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { giveSize } from "../support/element-size.ts";
import { projectOf, templateOf } from "../support/records.ts";
import { lateParts } from "../support/late-parts.ts";
import { renderPage } from "../support/render-page.tsx";
import { boardRowOf } from "./rows.ts";

vi.mock("../../../src/lib/parts/part-loader.ts", async (importOriginal) => {
  const { lateParts: late } = await import("../support/late-parts.ts");
  return late.loader(await importOriginal<typeof Loader>());
});
afterEach(cleanup);

test.each(["unit", "assign"])(
  "where the code of what the address of a board opens by %j cannot come, that is said and closed like the dialog itself [FIELD-02]",
  async (key) => {
    const lost = { bring: () => Promise.reject(new Error()), isServerThere: false, cause: null };
    lateParts.way = () => Promise.reject(new PartNotLoaded(lost));
    const backend = new FakeConvex();
    backend.answer(api.projects.list, {}, [projectOf({})]);
    const at = `/projects/project/board?risk=late&${key}=one`;
    const { user, history } = await renderPage(backend, { at });

    await user.click(await screen.findByRole("button", { name: "Close" }));
    await waitFor(() => expect(history.location.search).toBe("?risk=late"));
    expect(screen.queryByText("This could not be loaded yet")).toBeNull();
  },
);

/** Opens the menu of a task on the board by its keys, up to the item that leads to the form of its block. */
async function leadToBlockForm(task: { blockedReason?: "parts" } = {}) {
  giveSize();
  const backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.projects.list, {}, [projectOf({})]);
  backend.answer(api.people.list, {}, []);
  backend.answer(api.taskTemplates.list, {}, [templateOf({ name: "Paint walls" })]);
  backend.handle(api.board.pages, () => [{ after: 0, through: null }]);
  const rows = [boardRowOf({ name: "102" }, [{ name: "Paint walls", ...task }])];
  const first = { projectId: "project", after: 0, through: null };
  backend.answer(api.board.page, first, { rows, next: null });
  const { user } = await renderPage(backend, { at: "/projects/project/board" });
  fireEvent.contextMenu(await screen.findByRole("gridcell", { name: /^Paint walls/ }));
  await screen.findByRole("menu");
  await user.keyboard(`${"[ArrowDown]".repeat(6)}[ArrowRight]`);
  const item = await screen.findByRole("menuitem", { name: "Reason and note" });
  return { backend, user, item };
}

test("the form of a block takes the focus into its first field when its code comes after its dialog [BOARD-09] [GEN-07]", async () => {
  lateParts.way = () => Promise.resolve();
  const { user, item } = await leadToBlockForm();
  const arrive = lateParts.hold();
  await user.click(item);
  const close = await screen.findByRole("button", { name: "Close" });
  expect(document.activeElement).toBe(close);

  await act(async () => arrive());

  const field = await screen.findByRole("combobox", { name: "Waiting for" });
  expect(document.activeElement).toBe(field);
});

test("the form of a block that stands begins in its first field, and not at the button that ends the block [GEN-07]", async () => {
  lateParts.way = () => Promise.resolve();
  const { user, item } = await leadToBlockForm({ blockedReason: "parts" });
  await user.click(item);

  await screen.findByRole("button", { name: "Unblock" });
  const field = screen.getByRole("combobox", { name: "Waiting for" });
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test("a block that is saved unchanged is not sent [BLOCK-01]", async () => {
  lateParts.way = () => Promise.resolve();
  const { backend, user, item } = await leadToBlockForm({ blockedReason: "parts" });
  await user.click(item);
  await user.click(await screen.findByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getByRole("gridcell", { name: /^Paint walls/ }));

  await waitFor(() =>
    expect(backend.acts(api.tasks.update)).toEqual([
      { taskId: "102 Paint walls", status: "in_progress" },
    ]),
  );
});
