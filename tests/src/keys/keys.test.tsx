import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { SearchField } from "../../../src/components/search-field.tsx";
import Keys from "../../../src/features/keys/keys.tsx";
import { bindKeys, type KeyBinding } from "../../../src/lib/keys/keys.ts";
import { quick } from "../../../src/lib/quick.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { renderAt, viewerOf } from "../support/render-at.tsx";

const project = { id: "p1", name: "Oak Court" };

let backend: FakeConvex;
beforeEach(() => {
  quick.set(null);
  vi.clearAllMocks();
  backend = new FakeConvex();
  backend.answer(api.projects.list, {}, []);
});
afterEach(cleanup);

const openUnit = vi.fn();
const moveOn = vi.fn();

function Page() {
  return (
    <>
      <Keys project={project} />
      <SearchField
        isOfPage
        label="Find a task"
        placeholder=""
        value=""
        onChange={() => undefined}
      />
      <textarea aria-label="Note" />
      <ul>
        {["Paint", "Floors", "Keys"].map((name) => (
          <li key={name} data-row>
            <button type="button" data-act="complete" onClick={() => moveOn(name)}>
              Move {name}
            </button>
            <button type="button" data-act="open" onClick={() => openUnit(name)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const show = async (fields: object = {}) =>
  await renderAt(backend, <Page />, { viewer: viewerOf(fields) });

test("g and a letter lead to a page, also of the selected project [QUICK-02]", async () => {
  const { user, history } = await show();
  await user.keyboard("gp");
  await waitFor(() => expect(history.location.pathname).toBe("/projects"));
  await user.keyboard("gu");
  await waitFor(() => expect(history.location.pathname).toBe("/projects/p1/units"));
  await user.keyboard("gd");
  await waitFor(() => expect(history.location.pathname).toBe("/"));
});

test("a page that the viewer may not open has no key [QUICK-02]", async () => {
  const { user } = await show({ role: "project_supervisor" });
  await user.keyboard("?");
  const list = within(await screen.findByRole("dialog", { name: "Keys" }));
  expect(list.getByText("My Day")).toBeVisible();
  expect(list.queryByText("User Management")).toBeNull();
});

test("a second key that comes late or fits nothing begins anew [QUICK-02]", async () => {
  const { user, history } = await show();
  await user.keyboard("gqp");
  expect(history.location.pathname).toBe("/");
  await user.keyboard("gg");
  await user.keyboard("p");
  await waitFor(() => expect(history.location.pathname).toBe("/projects"));
});

test("j and k go through the rows, Enter opens, c moves a task on [QUICK-02]", async () => {
  const { user } = await show();
  await user.keyboard("jj");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Floors" }));
  await user.keyboard("k");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Paint" }));
  await user.keyboard("{Enter}c");
  expect(openUnit).toHaveBeenCalledExactlyOnceWith("Paint");
  expect(moveOn).toHaveBeenCalledExactlyOnceWith("Paint");
});

test("a board takes j, k and c as its own keys [QUICK-02]", async () => {
  const pressed: string[] = [];
  const { user } = await renderAt(
    backend,
    <>
      <Keys project={null} />
      <div role="grid" tabIndex={-1} onKeyDown={({ key }) => pressed.push(key)}>
        <div role="gridcell" tabIndex={0}>
          204
        </div>
      </div>
    </>,
  );
  await user.keyboard("j");
  expect(document.activeElement).toBe(screen.getByRole("gridcell"));
  pressed.length = 0;
  await user.keyboard("jkc");
  expect(pressed.filter((key) => key.length > 1 || key === " ")).toEqual([
    "ArrowDown",
    "ArrowUp",
    " ",
  ]);
});

test("fields, dialogs, other modifiers and a text that is composed keep their keys [QUICK-02]", async () => {
  const { user, history } = await show();
  await user.click(screen.getByRole("textbox", { name: "Note" }));
  await user.keyboard("gp?/");
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Note" }).value).toBe("gp?/");
  act(() => (document.activeElement as HTMLElement).blur());
  await user.keyboard("{Alt>}g{/Alt}p{Control>}g{/Control}p{Shift>}G{/Shift}p");
  fireEvent.keyDown(document.body, { key: "g", isComposing: true });
  fireEvent.keyDown(document.body, { key: "p" });
  expect(history.location.pathname).toBe("/");
  await user.keyboard("?");
  await screen.findByRole("dialog", { name: "Keys" });
  await user.keyboard("gp");
  expect(history.location.pathname).toBe("/");
  expect(openUnit).not.toHaveBeenCalled();
});

test("letters are found where the script has no Latin ones [QUICK-02]", async () => {
  const { history } = await show();
  fireEvent.keyDown(document.body, { key: "п", code: "KeyG" });
  fireEvent.keyDown(document.body, { key: "з", code: "KeyP" });
  await waitFor(() => expect(history.location.pathname).toBe("/projects"));
});

test("the list has every key that is in force, and no other [QUICK-02]", async () => {
  const { user } = await show();
  const run = vi.fn(() => true);
  const added: KeyBinding = { keys: "mod+z", does: "Undo", group: "Anywhere", run };
  const unbind = bindKeys([added]);
  await user.keyboard("?");
  const list = within(await screen.findByRole("dialog", { name: "Keys" }));
  expect(list.getByText("Undo").parentElement?.textContent).toBe("UndoCtrlZ");
  expect(list.getByText("Search this page").parentElement?.textContent).toBe(
    "Search this page/orCtrlF",
  );
  expect(list.getByText("Units of Oak Court").parentElement?.textContent).toBe(
    "Units of Oak Courtgthenu",
  );
  act(() => unbind());
  expect(list.queryByText("Undo")).toBeNull();
});

test("keys without Ctrl are switched off by a person, on a device [QUICK-02]", async () => {
  const { user, history } = await show({ id: "quiet" });
  const run = vi.fn(() => true);
  const unbind = bindKeys([{ keys: "mod+z", does: "Undo", group: "Anywhere", run }]);
  await user.keyboard("?");
  await user.click(await screen.findByRole("checkbox", { name: /^Keys without Ctrl/ }));
  expect(screen.queryByText("My Day")).toBeNull();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.keyboard("gp?/j");
  expect(history.location.pathname).toBe("/");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.keyboard("{Control>}z{/Control}");
  expect(run).toHaveBeenCalledOnce();
  unbind();
  cleanup();

  const other = await show();
  await other.user.keyboard("gp");
  await waitFor(() => expect(other.history.location.pathname).toBe("/projects"));
});

test("/ and the search key of the browser lead to the field of the page [QUICK-02]", async () => {
  const { user } = await show();
  const field = screen.getByRole("searchbox", { name: "Find a task" });
  await user.keyboard("/");
  expect(document.activeElement).toBe(field);
  await user.click(screen.getByRole("textbox", { name: "Note" }));
  await user.keyboard("{Control>}f{/Control}");
  expect(document.activeElement).toBe(field);
});
