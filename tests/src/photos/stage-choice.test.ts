import { beforeEach, expect, test, vi } from "vitest";

const unit = (status: string, completedTasks = 0) => ({ status, totalTasks: 3, completedTasks });

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

const load = async () => await import("../../../src/features/photos/camera/stage-choice.ts");

test("the stage follows how far the work of the unit is, or of the task [CAM-01]", async () => {
  const { stageToBegin, workStateOf } = await load();
  const stageOf = (...work: Parameters<typeof workStateOf>) => stageToBegin(workStateOf(...work));
  expect(stageOf(unit("not_started"), undefined)).toBe("before");
  expect(stageOf(unit("in_progress", 1), undefined)).toBe("progress");
  expect(stageOf(unit("on_hold", 1), undefined)).toBe("progress");
  expect(stageOf(unit("in_progress", 3), undefined)).toBe("completion");
  expect(stageOf(unit("completed"), undefined)).toBe("completion");
  expect(stageOf(unit("in_progress"), { baseStatus: "not_started" })).toBe("before");
  expect(stageOf(unit("not_started"), { baseStatus: "completed" })).toBe("completion");
});

test("a stage chosen by hand stays for work as far as this, until the next day and over a reload [CAM-01]", async () => {
  const today = new Date("2026-03-04T09:00:00");
  const { rememberStage } = await load();
  rememberStage("in_progress", "completion", today);
  vi.resetModules();
  const { stageToBegin } = await load();
  expect(stageToBegin("in_progress", new Date("2026-03-04T17:00:00"))).toBe("completion");
  expect(stageToBegin("not_started", today)).toBe("before");
  expect(stageToBegin("in_progress", new Date("2026-03-05T09:00:00"))).toBe("progress");
});

test("what the browser keeps in another shape counts as nothing [CAM-01]", async () => {
  localStorage.setItem("cameraStages", '{"day":1}');
  const { stageToBegin } = await load();
  expect(stageToBegin("in_progress")).toBe("progress");
});
