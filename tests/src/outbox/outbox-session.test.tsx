import { act, cleanup, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { useLiveQuery } from "../../../src/hooks/reads/use-live-query.ts";
import { outbox } from "../../../src/lib/outbox/outbox.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { renderAt } from "../support/render-at.tsx";

let backend: FakeConvex;
let start: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  backend = new FakeConvex();
  start = vi.spyOn(outbox, "start");
});
afterEach(cleanup);

function Units() {
  return <p>{useLiveQuery(api.units.names, { projectId: "oak" })?.length}</p>;
}

test("the outbox comes behind the first answers of the screen", async () => {
  await renderAt(backend, <Units />);
  expect(start).not.toHaveBeenCalled();

  act(() => backend.answer(api.units.names, { projectId: "oak" }, []));

  await waitFor(() => expect(start).toHaveBeenCalledOnce());
});

test("the outbox comes at once where somebody does something before the screen has its answers [FIELD-03]", async () => {
  await renderAt(backend, <Units />);
  expect(start).not.toHaveBeenCalled();

  void outbox.do("task.update", { taskId: "task", status: "completed" });

  expect(start).toHaveBeenCalledOnce();
  await waitFor(() => expect(outbox.snapshot().operations).toHaveLength(1));
});
