import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { outbox } from "../../../src/lib/outbox/outbox.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { taskOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;

beforeEach(() => {
  localStorage.clear();
  backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.projects.list, {}, []);
  backend.answer(api.photos.list, { unitId: "unit" }, []);
});
afterEach(cleanup);

/** Opens the camera of a unit whose one task is begun, without a line, after this change. */
async function openCameraAfter(change: () => Promise<string>): Promise<void> {
  const task = taskOf({ baseStatus: "in_progress" });
  const counts = { totalTasks: 1, inProgressTasks: 1, notStartedTasks: 0 };
  backend.answer(api.units.list, { projectId: "project" }, [unitOf(counts)]);
  backend.answer(api.units.get, { unitId: "unit" }, unitOf({ status: "in_progress", ...counts }));
  backend.answer(api.tasks.list, { unitId: "unit" }, [task]);
  backend.disconnect();
  const { history } = await renderPage(backend, { at: "/projects/project/units?unit=unit" });
  await screen.findByRole("dialog", { name: "101" });
  await act(change);
  act(() => history.push("/projects/project/units/unit/camera"));
}

const chosen = () =>
  screen.getAllByRole<HTMLInputElement>("radio").find(({ checked }) => checked)?.value;

test("the camera begins with the stage of work that waits: the last task is done [CAM-01] [FIELD-03]", async () => {
  await openCameraAfter(() => outbox.do("task.update", { taskId: "task", status: "completed" }));
  await waitFor(() => expect(chosen()).toBe("completion"));
});

test("the camera begins with the stage of a unit whose own completion waits [CAM-01] [FIELD-03]", async () => {
  await openCameraAfter(() => outbox.do("unit.update", { unitId: "unit", status: "completed" }));
  await waitFor(() => expect(chosen()).toBe("completion"));
});
