import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { SelectArea } from "../../../src/components/selection/select-area.tsx";
import { createRecordSelection } from "../../../src/lib/selection/record-selection.ts";

afterEach(cleanup);

test("a click with Ctrl selects, and opens nothing, from the moment in which the rows are drawn [QUICK-03]", () => {
  const selection = createRecordSelection();
  const open = vi.fn<() => void>();
  render(
    <SelectArea selection={selection} isOn>
      <button data-select="101" onClick={open}>
        101
      </button>
    </SelectArea>,
  );

  fireEvent.click(screen.getByRole("button", { name: "101" }), { ctrlKey: true });
  expect([...selection.snapshot()]).toEqual(["101"]);
  expect(open).not.toHaveBeenCalled();
});
