import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DragHandle } from "../../../src/components/sortable/drag-handle.tsx";
import { SortableList } from "../../../src/components/sortable/sortable-list.tsx";
import { useSortableRow } from "../../../src/components/sortable/use-sortable-row.ts";
import { Toaster } from "../../../src/components/ui/toaster.tsx";
import type * as Loader from "../../../src/lib/parts/part-loader.ts";
import { toastStore } from "../../../src/lib/toast-store.ts";
import { lateParts } from "../support/late-parts.ts";
import { moveToLast } from "../support/move-row.ts";
import { stackRows } from "../support/stacked-rows.ts";

vi.mock("../../../src/lib/parts/part-loader.ts", async (importOriginal) => {
  const { lateParts: late } = await import("../support/late-parts.ts");
  return late.loader(await importOriginal<typeof Loader>());
});

const arrive = lateParts.hold();
const onReorder = vi.fn();

beforeEach(() => stackRows());
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  for (const { id } of toastStore.snapshot()) toastStore.dismiss(id);
});

function show() {
  render(
    <>
      <SortableList
        items={[
          { id: "a", name: "Keys" },
          { id: "b", name: "Locks" },
        ]}
        onReorder={onReorder}
      >
        <ul>
          <Row id="a" name="Keys" />
          <Row id="b" name="Locks" />
        </ul>
      </SortableList>
      <Toaster />
    </>,
  );
  return { user: userEvent.setup(), handle: screen.getByRole("button", { name: "Reorder Keys" }) };
}

function Row({ id, name }: { id: string; name: string }) {
  const { setRow, style, handle } = useSortableRow(id);
  return (
    <li ref={setRow} style={style}>
      <DragHandle name={name} handle={handle} />
    </li>
  );
}

test("a handle says how rows are moved before the code for it has come [FIELD-02]", () => {
  const { handle } = show();

  expect(handle.getAttribute("aria-roledescription")).toBe("sortable");
  const description = document.getElementById(handle.getAttribute("aria-describedby") ?? "");
  expect(description?.textContent).toContain("Press Space to pick up");
});

test("a row that is let go before the code for it has come is said to be not moved [FIELD-02]", async () => {
  const { user, handle } = show();
  await user.pointer([{ keys: "[MouseLeft>]", target: handle }, { keys: "[/MouseLeft]" }]);

  expect(await screen.findByText("Nothing was moved")).toBeVisible();
  expect(onReorder).not.toHaveBeenCalled();
});

test("a handle that is left before the code for it has come moves nothing, and that is said [FIELD-02]", async () => {
  const { user } = show();
  await user.tab();
  await user.keyboard("[Space]");
  expect(screen.queryByText("Nothing was moved")).toBeNull();
  await user.tab();

  expect(await screen.findByText("Nothing was moved")).toBeVisible();
});

test("a row that is picked up before the code for it has come is moved when it comes [FIELD-02]", async () => {
  const { user } = show();
  await user.tab();
  await user.keyboard("[Space]");
  arrive();
  await screen.findByText("Picked up Keys, position 1 of 2.");
  await moveToLast(user, "Keys is at position 2 of 2.");
  await user.keyboard("[Space]");

  await waitFor(() => expect(onReorder).toHaveBeenCalledWith(["b", "a"]));
  expect(screen.queryByText("Nothing was moved")).toBeNull();
});
