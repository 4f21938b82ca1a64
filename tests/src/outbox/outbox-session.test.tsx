import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { useLiveQuery } from "../../../src/hooks/reads/use-live-query.ts";
import { doAndTell } from "../../../src/lib/outbox/do-and-tell.ts";
import * as opening from "../../../src/lib/outbox/open.ts";
import { outbox } from "../../../src/lib/outbox/outbox.ts";
import { PartNotLoaded } from "../../../src/lib/parts/part-not-loaded.ts";
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

test("an outbox whose code did not come says that nothing was done, and comes with the next act or with the network [FIELD-03]", async () => {
  const open = vi.spyOn(opening, "openOutbox");
  const lost = { bring: () => Promise.resolve(), isServerThere: false, cause: null };
  open.mockRejectedValueOnce(new PartNotLoaded(lost));
  await renderAt(backend, <Units />);
  await act(() => doAndTell("task.update", { taskId: "task", status: "completed" }));
  expect(await screen.findByText("Not done")).toBeVisible();

  void outbox.do("task.update", { taskId: "task", status: "completed" });
  await waitFor(() => expect(outbox.snapshot().operations).toHaveLength(1));
});

test("an outbox whose code did not come is tried again by itself when the network is back [FIELD-04]", async () => {
  const open = vi.spyOn(opening, "openOutbox").mockRejectedValueOnce(new Error("no network"));
  await renderAt(backend, <Units />);
  await expect(outbox.opened()).rejects.toThrow("no network");
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(open).toHaveBeenCalledTimes(2));
  await outbox.opened();
});
