import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { holdPhone } from "../support/hold-phone.ts";
import { renderPage } from "../support/render-page.tsx";
import { boardBackend } from "./board-backend.ts";
import { boardRowOf } from "./rows.ts";

afterEach(cleanup);

test("on a phone all tasks of a board that can be selected at once are on its cards, and completed ones are not [QUICK-03] [BOARD-10]", async () => {
  holdPhone();
  const backend = boardBackend();
  backend.handle(api.tasks.updateMany, () => ({ updated: 2, batchId: "batch", items: [] }));
  const paint = { name: "Paint walls", category: "Paint" };
  const keys = { name: "Keys", category: "General" };
  const rows = [
    boardRowOf({ name: "101" }, [{ ...paint, baseStatus: "completed" }, keys]),
    boardRowOf({ name: "102" }, [paint, { ...keys, baseStatus: "completed" }]),
  ];
  const page = { projectId: "project", after: 0, through: null };
  backend.answer(api.board.page, page, { rows, next: null });
  const { user } = await renderPage(backend, { at: "/projects/project/board" });
  await user.click(await screen.findByRole("button", { name: /^Menu of Keys, unit 101/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Select" }));
  const bar = within(await screen.findByRole("region", { name: "Selection" }));

  await user.click(bar.getByRole("button", { name: "Select all 2" }));
  expect(bar.getByRole("status").textContent).toBe("2 selected");
  await user.click(bar.getByRole("button", { name: "State" }));
  await user.click(await screen.findByRole("menuitem", { name: "In Progress" }));

  await waitFor(() =>
    expect(backend.acts(api.tasks.updateMany)).toEqual([
      { ids: ["101 Keys", "102 Paint walls"], set: { status: "in_progress" } },
    ]),
  );
});
