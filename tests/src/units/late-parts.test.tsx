import { act, cleanup, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { useUnitPanels } from "../../../src/app/unit-panels.tsx";
import { useLiveQuery } from "../../../src/hooks/reads/use-live-query.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { renderAt } from "../support/render-at.tsx";

const brought = vi.hoisted(() => vi.fn());
vi.mock("../../../src/components/ui/calendar-panel.tsx", async (importOriginal) => {
  brought();
  return await importOriginal();
});
afterEach(cleanup);

function Units() {
  useUnitPanels();
  return <p>{useLiveQuery(api.units.names, { projectId: "oak" })?.length}</p>;
}

test("the calendar comes with the parts of a unit, behind the first answers: dates are changed without a network too [FIELD-03]", async () => {
  const backend = new FakeConvex();
  await renderAt(backend, <Units />);
  expect(brought).not.toHaveBeenCalled();
  act(() => backend.answer(api.units.names, { projectId: "oak" }, []));
  await waitFor(() => expect(brought).toHaveBeenCalledOnce());
});
