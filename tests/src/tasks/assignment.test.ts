import { expect, test, vi } from "vitest";
import { planSteps, runAssignment } from "../../../src/features/tasks/assign/assignment.ts";

function callsThatSucceed() {
  return {
    assignToUnit: vi.fn(async () => []),
    assignToAllUnits: vi.fn(async () => ({ pending: null as string | null })),
    waitFor: vi.fn(async (_id: string, _signal: AbortSignal) => undefined),
  };
}

const unaborted = () => ({ signal: new AbortController().signal });
const templateIds = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);

test("a target with neither unit nor project raises Invalid assignment mode and sends nothing [ASSIGN-14]", async () => {
  const calls = callsThatSucceed();
  const run = {
    target: { name: "" },
    templateIds: ["t0"],
    unitCount: 1,
    ...unaborted(),
    onProgress: vi.fn(),
  };

  await expect(runAssignment(calls, run)).rejects.toThrow(/^Invalid assignment mode$/);

  expect(calls.assignToUnit).not.toHaveBeenCalled();
  expect(calls.assignToAllUnits).not.toHaveBeenCalled();
});

test("a unit gets its tasks in one call [ASSIGN-01]", async () => {
  const calls = callsThatSucceed();
  const target = { name: "101", unitId: "unit" };

  await runAssignment(calls, {
    target,
    templateIds: ["t0", "t1"],
    unitCount: 1,
    ...unaborted(),
    onProgress: vi.fn(),
  });

  expect(calls.assignToUnit.mock.calls).toEqual([[{ unitId: "unit", templateIds: ["t0", "t1"] }]]);
});

test("a large project gets every template once, in steps that tell their progress [OP-56]", async () => {
  const calls = callsThatSucceed();
  const onProgress = vi.fn();
  const target = { name: "Oak Court", projectId: "project" };

  await runAssignment(calls, {
    ...{ target, templateIds: templateIds(7), unitCount: 400, onProgress },
    ...unaborted(),
  });

  const steps = calls.assignToAllUnits.mock.calls as unknown as [{ templateIds: string[] }][];
  expect(steps.length).toBeGreaterThan(1);
  expect(steps.flatMap(([args]) => args.templateIds)).toEqual(templateIds(7));
  expect(onProgress.mock.lastCall).toEqual([7]);
});

test("what the server has not finished when it answers is waited for [OP-56]", async () => {
  const calls = callsThatSucceed();
  calls.assignToAllUnits.mockResolvedValue({ pending: "run1" });
  const onProgress = vi.fn();
  calls.waitFor.mockImplementation(async () => {
    expect(onProgress).not.toHaveBeenCalled();
  });
  const target = { name: "Oak Court", projectId: "project" };

  await runAssignment(calls, {
    ...{ target, templateIds: ["t0"], unitCount: 3000, onProgress },
    ...unaborted(),
  });

  expect(calls.waitFor.mock.calls).toEqual([["run1", expect.any(AbortSignal)]]);
  expect(onProgress).toHaveBeenCalledOnce();
});

test("a stopped assignment begins no further step [OP-56]", async () => {
  const calls = callsThatSucceed();
  const controller = new AbortController();
  const target = { name: "Oak Court", projectId: "project" };

  const run = runAssignment(calls, {
    ...{ target, templateIds: templateIds(7), unitCount: 400, signal: controller.signal },
    onProgress: () => controller.abort(),
  });

  await expect(run).rejects.toThrow();
  expect(calls.assignToAllUnits).toHaveBeenCalledOnce();
});

test("no request carries more than 100 templates, and none is empty [OP-56]", () => {
  expect(planSteps(templateIds(250), 1).map((step) => step.length)).toEqual([100, 100, 50]);
  expect(planSteps(templateIds(2), 100_000).map((step) => step.length)).toEqual([1, 1]);
  expect(planSteps([], 5)).toEqual([]);
});
