import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
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
