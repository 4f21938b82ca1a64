import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import SelectionTools from "../../../src/components/selection/selection-tools.tsx";
import Keys from "../../../src/features/keys/keys.tsx";
import { createRecordSelection } from "../../../src/lib/selection/record-selection.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { renderAt, viewerOf } from "../support/render-at.tsx";

afterEach(cleanup);

test("a key leads from a selected row to what is done with the selection [QUICK-02] [QUICK-03]", async () => {
  const selection = createRecordSelection();
  const paint = {
    ...{ id: "paint", name: "Paint", projectId: "oak" },
    ...{ status: "not_started" as const, isBlocked: false },
  };
  const { user } = await renderAt(
    new FakeConvex(),
    <>
      <Keys project={null} />
      <button type="button">Paint</button>
      <button type="button">Clean</button>
      <SelectionTools
        noun="task"
        selection={selection}
        selected={[paint]}
        shown={["paint", "clean"]}
      />
    </>,
    { viewer: viewerOf() },
  );
  screen.getByRole("button", { name: "Paint" }).focus();

  await user.keyboard("a");

  expect(document.activeElement).toBe(screen.getByRole("button", { name: "State" }));
});

test("a cell of a board that has nothing to select is asked once for the key [QUICK-02] [BOARD-09]", async () => {
  const heard = vi.fn();
  const { user } = await renderAt(
    new FakeConvex(),
    <>
      <Keys project={null} />
      <div role="grid">
        <div role="row">
          <div role="gridcell" tabIndex={0} onKeyDown={heard}>
            Late
          </div>
        </div>
      </div>
    </>,
    { viewer: viewerOf() },
  );
  screen.getByRole("gridcell").focus();

  await user.keyboard("x");

  // The pressed key, and the one that the row keys pass on.
  expect(heard).toHaveBeenCalledTimes(2);
});
