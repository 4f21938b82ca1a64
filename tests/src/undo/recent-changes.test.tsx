import { act as inReact, cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { RecentChanges } from "../../../src/features/recent-changes/recent-changes.tsx";
import { connection } from "../../../src/lib/connection/connection.ts";
import { quick } from "../../../src/lib/quick.ts";
import { toastStore } from "../../../src/lib/toast-store.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { renderAt } from "../support/render-at.tsx";
import { toldEvent } from "../support/told-events.ts";

const now = Date.parse("2036-03-02T10:00:00Z");

let backend: FakeConvex;
let page: object[];

beforeEach(() => {
  sessionStorage.clear();
  vi.spyOn(performance, "timeOrigin", "get").mockReturnValue(now);
  vi.spyOn(connection, "snapshot").mockReturnValue({ state: "live", since: 0 });
  quick.set(null);
  backend = new FakeConvex();
  page = [];
  backend.handle(api.undo.recent, () => ({ page, continueCursor: null }));
});
afterEach(cleanup);

/** Makes a recent change of the person in this visit. */
function act(id: string, fields: object = {}, event: object = {}) {
  return {
    event: toldEvent({
      id,
      kind: "task.removed",
      label: id,
      at: new Date(now).toISOString(),
      ...event,
    }),
    ...{ batchId: null, count: 1, undoneAt: null, isUndo: false, isRedo: false, canUndo: true },
    ...fields,
  };
}

const show = async () => await renderAt(backend, <Page />, { at: "/my-day" });

function Page() {
  return (
    <>
      <textarea aria-label="Note" />
      <RecentChanges />
    </>
  );
}

const notice = async (title: string) => await screen.findByText(title);
const undone = (of: object = {}) => ({ undone: 1, kept: 0, eventId: "back", ...of });

test("Ctrl Z takes the newest act back, again the one before, and Ctrl Shift Z does it again [UNDO-01]", async () => {
  page = [act("Paint"), act("Oven")];
  backend.handle(api.undo.event, () => undone());
  const { user } = await show();

  await user.keyboard("{Control>}z{/Control}");
  await notice("Undone");
  screen.getByText("Deleted Paint");
  screen.getByRole("button", { name: "Redo" });
  await waitFor(() => expect(backend.acts(api.undo.event)).toEqual([{ eventId: "Paint" }]));

  const back = act("back", { isUndo: true }, { kind: "task.restored", label: "Paint" });
  page = [back, act("Paint", { undoneAt: "2036", canUndo: false }), act("Oven")];
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(backend.acts(api.undo.event).at(-1)).toEqual({ eventId: "Oven" }));

  await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
  await notice("Done again");
  // The words of the undo would say the opposite.
  expect(screen.queryByText("Restored Paint")).toBeNull();
  await waitFor(() => expect(backend.acts(api.undo.event).at(-1)).toEqual({ eventId: "back" }));
});

test("pressed quickly, one undo waits for the one before [UNDO-01]", async () => {
  page = [act("Paint"), act("Oven")];
  backend.handle(api.undo.event, ({ eventId }) => {
    page = page.filter((one) => (one as { event: { id: string } }).event.id !== eventId);
    return undone();
  });
  const { user } = await show();

  await user.keyboard("{Control>}zz{/Control}");
  await waitFor(() =>
    expect(backend.acts(api.undo.event)).toEqual([{ eventId: "Paint" }, { eventId: "Oven" }]),
  );
});

test("in a field the keys are the field's own [UNDO-01]", async () => {
  page = [act("Paint")];
  const { user } = await show();

  await user.click(screen.getByRole("textbox", { name: "Note" }));
  await user.keyboard("{Control>}z{/Control}");
  await user.tab();
  expect(backend.acts(api.undo.event)).toEqual([]);
});

test("what was done before this visit is left alone by the keys, and so is what is new behind an undo [UNDO-01]", async () => {
  page = [act("Old", {}, { at: new Date(now - 3_600_000).toISOString() })];
  const { user } = await show();

  await user.keyboard("{Control>}z{/Control}");
  await notice("Nothing to undo in this visit");

  page = [act("New"), act("back", { isUndo: true })];
  await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
  await notice("Nothing to do again in this visit");
  expect(backend.acts(api.undo.event)).toEqual([]);
});

test("what somebody has changed is kept, that is said, and the next press goes on [UNDO-01]", async () => {
  page = [act("Paint"), act("many", { batchId: "b", count: 3 })];
  backend.handle(api.undo.event, () => ({ undone: 0, kept: 1, eventId: null }));
  backend.handle(api.undo.batch, () => ({ undone: 2, kept: 1, batchId: "c", pending: null }));
  const { user } = await show();

  await user.keyboard("{Control>}z{/Control}");
  await notice("Kept as it is");
  screen.getByText("Deleted Paint: It was changed since. Nothing was undone.");

  await user.keyboard("{Control>}z{/Control}");
  await notice("2 changes undone. 1 record changed since stays as it is.");
  await waitFor(() => expect(backend.acts(api.undo.batch)).toEqual([{ batchId: "b" }]));
});

test("an undo that failed is tried again by the next press, and one that is refused is left [UNDO-01]", async () => {
  page = [act("Paint"), act("Oven")];
  const failures = [new Error("a crash"), new ConvexError({ code: "not_found", message: "" })];
  backend.handle(api.undo.event, () => {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    return undone();
  });
  const { user } = await show();

  await user.keyboard("{Control>}z{/Control}");
  await notice("Nothing was undone. Try again in a moment.");
  await user.keyboard("{Control>}z{/Control}");
  await notice("This cannot be found any more. Nothing was undone.");
  await user.keyboard("{Control>}z{/Control}");
  await notice("Undone");

  const tried = ["Paint", "Paint", "Oven"].map((eventId) => ({ eventId }));
  expect(backend.acts(api.undo.event)).toEqual(tried);
});

test("without a connection nothing is undone, and that is said [UNDO-01]", async () => {
  page = [act("Paint")];
  vi.spyOn(connection, "snapshot").mockReturnValue({ state: "offline", since: 0 });
  const { user } = await show();

  await user.keyboard("{Control>}z{/Control}");
  await notice("Undo needs a connection. Nothing was undone.");
  expect(backend.acts(api.undo.event)).toEqual([]);
});

async function open(acts: object[], continueCursor: string | null = null) {
  backend.answer(api.undo.recent, { cursor: null, limit: 25 }, { page: acts, continueCursor });
  quick.set("changes");
  const shown = await show();
  const dialog = await screen.findByRole("dialog", { name: "Recent Changes" });
  // The dialog's frame appears before the code of its list has loaded.
  await waitFor(() => expect(dialog.querySelector("ol, [data-slot=empty-state]")).not.toBeNull());
  return { ...shown, dialog };
}

test("the menu tells what I did, and undoes each, an act on many as one [UNDO-01]", async () => {
  const { user, dialog } = await open([
    act("Again", { isRedo: true }),
    act("Back", { isUndo: true }, { kind: "task.restored" }),
    act("Floors", { batchId: "b", count: 48 }),
    act("Gone", { canUndo: false }, { kind: "task.removedForGood" }),
    act("Past", { canUndo: false, undoneAt: "2036" }),
  ]);
  backend.handle(api.undo.batch, () => ({ undone: 48, kept: 0, batchId: "c", pending: null }));
  const rows = within(dialog).getAllByRole("listitem");

  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Redo Deleted Again.*Undo$/),
    expect.stringMatching(/^Undo Restored Back.*Redo$/),
    expect.stringMatching(/^Deleted Floors, and 47 more.*Undo$/),
    expect.stringMatching(/^Removed Gone from the trash for good.*Cannot be undone$/),
    expect.stringMatching(/^Deleted Past.*Undone$/),
  ]);
  await user.click(screen.getByRole("button", { name: "Undo: Deleted Floors, and 47 more" }));
  expect((await notice("Undone: Deleted Floors, and 47 more")).role).toBe("status");
  // A notice would cover the last buttons of the list.
  expect(toastStore.snapshot().filter((toast) => toast.open)).toEqual([]);
  await waitFor(() => expect(backend.acts(api.undo.batch)).toEqual([{ batchId: "b" }]));
});

test("an undo that ends after its list was closed is told by a notice [UNDO-01]", async () => {
  const { user, dialog } = await open([act("Paint")]);
  let end = () => undefined as void;
  backend.handle(
    api.undo.event,
    () => new Promise((resolve) => (end = () => void resolve(undone()))),
  );
  await user.click(within(dialog).getByRole("button", { name: "Undo: Deleted Paint" }));
  await waitFor(() => expect(backend.calls(api.undo.event)).toHaveLength(1));
  inReact(() => quick.set(null));
  expect(screen.queryByRole("dialog")).toBeNull();
  end();
  await notice("Undone");
  expect(screen.getByRole("button", { name: "Redo" })).toBeVisible();
});

test("an undo of very many is told when its last step is done, a failed one in words [UNDO-01]", async () => {
  const { user } = await open([act("Floors", { batchId: "b", count: 4800 })]);
  const pending = { undone: 100, kept: 0, batchId: "c", pending: "run" };
  backend.handle(api.undo.batch, () => pending);
  backend.answer(api.undo.progress, { runId: "run" }, { ...pending, status: "running" });
  const button = screen.getByRole("button", { name: /^Undo/ });

  await user.click(button);
  await waitFor(() => expect(button.textContent).toContain("Undoing…"));
  backend.answer(...([api.undo.progress, { runId: "run" }, { status: "failed" }] as const));
  await notice("Not all of it was undone. Undo it again for the rest.");

  await user.click(button);
  backend.answer(
    api.undo.progress,
    { runId: "run" },
    {
      ...{ undone: 4800, kept: 0, status: "done" },
    },
  );
  await notice("Undone: Deleted Floors, and 4799 more");
});

test("a second undo, of another window, is told in words [UNDO-01]", async () => {
  const { user } = await open([act("Paint")]);
  backend.handle(api.undo.event, () => {
    throw new ConvexError({ code: "conflict", message: "This was undone already" });
  });

  await user.click(screen.getByRole("button", { name: "Undo: Deleted Paint" }));
  await notice("This was undone already, is still under way, or cannot be undone.");
});

test("a menu without changes says so [UNDO-01]", async () => {
  const { dialog } = await open([]);

  within(dialog).getByText("No changes yet");
});

test("a menu without an act among the latest changes says so, and leads to earlier ones [UNDO-01]", async () => {
  const { dialog } = await open([], "5");

  within(dialog).getByText("None of the latest changes is yours.");
  within(dialog).getByRole("button", { name: "Show earlier changes" });
});

test("the unit and the project of a change are read each in its own direction [UNDO-01] [GEN-07]", async () => {
  const { dialog } = await open([act("Paint", {}, { unitName: "דירה 7", projectName: "מגדל" })]);
  const row = within(dialog).getByRole("listitem");
  const names = [...row.querySelectorAll("bdi")].map(({ textContent }) => textContent);
  expect(names).toEqual(["דירה 7", "מגדל"]);
  expect(row.textContent).toContain("דירה 7 · מגדל · Mar 2, 2036");
});
