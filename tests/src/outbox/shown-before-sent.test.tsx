import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { useLiveQuery } from "../../../src/hooks/reads/use-live-query.ts";
import { outbox } from "../../../src/lib/outbox/outbox.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { boardRowOf } from "../board/rows.ts";
import { taskOf } from "../support/records.ts";
import { renderAt } from "../support/render-at.tsx";

let backend: FakeConvex;

const noon = (day: string) => `${day}T12:00:00.000Z`;
const page = { projectId: "project", after: 0, through: null };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-04T10:00:00.000Z") });
  backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.disconnect();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const wrapper = ({ children }: { children: React.ReactNode }) => backend.wrap(children);

/** The row of a unit on the board, live. */
async function boardOf(...row: Parameters<typeof boardRowOf>) {
  backend.answer(api.board.page, page, { rows: [boardRowOf(...row)], next: null });
  await renderAt(backend, <p>Page</p>);
  const { result } = renderHook(() => useLiveQuery(api.board.page, page), { wrapper });
  return () => result.current?.rows[0];
}

const update = async (taskId: string, patch: object) =>
  await act(() => outbox.do("task.update", { taskId, ...patch }));

test("the board has a unit's own block, risk and dates before the change is sent [BOARD-01] [BLOCK-03] [FIELD-03] [GEN-03]", async () => {
  const row = await boardOf({ name: "102", readyByDate: noon("2026-03-20") }, [{ name: "Paint" }]);
  const unitId = "unit 102";

  await act(() => outbox.do("unit.update", { unitId, blockedReason: "vendor" }));
  await waitFor(() =>
    expect(row()?.unit).toMatchObject({
      ...{ blockedReason: "vendor", waitingFor: "vendor", turn: { risk: "at_risk" } },
    }),
  );
  await act(() => outbox.do("unit.update", { unitId, blockedReason: null }));
  await waitFor(() =>
    expect(row()?.unit).toMatchObject({ waitingFor: null, turn: { risk: "on_track" } }),
  );
  await act(() => outbox.do("unit.update", { unitId, readyByDate: "2026-03-02" }));
  await waitFor(() =>
    expect(row()?.unit).toMatchObject({ readyByDate: noon("2026-03-02"), turn: { risk: "late" } }),
  );
});

test("the board counts a unit's risk, overdue and blocked tasks anew before a task's change is sent [BOARD-01] [TURN-09] [FIELD-03] [GEN-03]", async () => {
  const dueDate = noon("2026-03-03");
  const row = await boardOf({ name: "102", readyByDate: noon("2026-03-20"), overdueTasks: 1 }, [
    { name: "Paint", status: "overdue", baseStatus: "not_started", dueDate },
    { name: "Floor", dueDate: noon("2026-03-12") },
  ]);

  await update("102 Floor", { blockedReason: "parts" });
  await waitFor(() =>
    expect(row()?.unit).toMatchObject({ turn: { risk: "at_risk", blockedTasks: 1 } }),
  );
  await update("102 Floor", { blockedReason: null });
  await update("102 Paint", { status: "completed" });
  await waitFor(() =>
    expect(row()?.unit).toMatchObject({
      ...{ overdueTasks: 0, nextDueDate: noon("2026-03-12") },
      turn: { risk: "on_track", blockedTasks: 0 },
    }),
  );
});

const empty = {
  ...{ today: noon("2026-03-04"), overdue: [], dueToday: [] },
  ...{ nextSevenDays: [], blocked: [], noDate: [] },
};

/** The lists of the day with the names of their tasks, live; empty lists are left out. */
async function dayOf(lists: object) {
  backend.answer(api.myDay.mine, {}, { ...empty, ...lists });
  await renderAt(backend, <p>Page</p>);
  const { result } = renderHook(() => useLiveQuery(api.myDay.mine, {}), { wrapper });
  return () => {
    const { today: _today, ...day } = result.current!;
    return Object.fromEntries(
      Object.entries(day).flatMap(([list, groups]) => {
        const names = groups.flatMap(({ unit, tasks }) =>
          tasks.map(({ name }) => `${unit.name} ${name}`),
        );
        return names.length === 0 ? [] : [[list, names]];
      }),
    );
  };
}

function group(name: string, ...tasks: Parameters<typeof taskOf>[0][]) {
  const dates = { moveInDate: null, readyByDate: null, risk: "no_date" };
  const unit = { id: `unit ${name}`, name, projectId: "project", projectName: "Oak Court" };
  return {
    unit: { ...unit, ...dates },
    tasks: tasks.map((task) => taskOf({ id: task.name!, unitId: unit.id, ...task })),
  };
}

test("a task goes to the list of the day that its block or its due date gives it, before that is sent [MYDAY-01] [FIELD-03] [GEN-03]", async () => {
  const today = { dueDate: noon("2026-03-04") };
  const shown = await dayOf({
    dueToday: [group("102", { name: "Paint", ...today }, { name: "Floor", ...today })],
    nextSevenDays: [group("101", { name: "Keys", dueDate: noon("2026-03-06") })],
  });

  await update("Paint", { blockedReason: "parts" });
  await waitFor(() =>
    expect(shown()).toEqual({
      ...{ dueToday: ["102 Floor"], nextSevenDays: ["101 Keys"], blocked: ["102 Paint"] },
    }),
  );
  await update("Paint", { blockedReason: null });
  await update("Floor", { dueDate: "2026-03-05" });
  await waitFor(() =>
    expect(shown()).toEqual({
      ...{ dueToday: ["102 Paint"], nextSevenDays: ["102 Floor", "101 Keys"] },
    }),
  );
  await update("Floor", { dueDate: "2026-03-12" });
  await update("Paint", { dueDate: "2026-03-01" });
  await waitFor(() =>
    expect(shown()).toEqual({ overdue: ["102 Paint"], nextSevenDays: ["101 Keys"] }),
  );
});

test("the tasks of a unit follow its block and its completion in My Day before these are sent [MYDAY-01] [FIELD-03] [GEN-03]", async () => {
  const shown = await dayOf({
    dueToday: [group("102", { name: "Paint", dueDate: noon("2026-03-04") })],
    blocked: [group("102", { name: "Oven", blockedReason: "parts" })],
  });
  const unitId = "unit 102";

  await act(() => outbox.do("unit.update", { unitId, blockedReason: "vendor" }));
  await waitFor(() => expect(shown()).toEqual({ blocked: ["102 Paint", "102 Oven"] }));
  await act(() => outbox.do("unit.update", { unitId, blockedReason: null }));
  await waitFor(() => expect(shown()).toEqual({ dueToday: ["102 Paint"], blocked: ["102 Oven"] }));
  await act(() => outbox.do("unit.update", { unitId, status: "completed" }));
  await waitFor(() => expect(shown()).toEqual({}));
});

test("a task that a change takes off the day is there again when the next one corrects it, before both are sent [MYDAY-01] [FIELD-03] [GEN-03]", async () => {
  const shown = await dayOf({
    dueToday: [group("102", { name: "Paint", dueDate: noon("2026-03-04") })],
    blocked: [
      group("103", { name: "Oven", dueDate: noon("2026-03-20"), blockedReason: "parts" }),
      group("104", { name: "Keys", dueDate: noon("2026-03-21") }),
    ],
  });

  await update("Paint", { dueDate: "2026-03-14" });
  await update("Oven", { blockedReason: null });
  await act(() => outbox.do("unit.update", { unitId: "unit 104", blockedReason: null }));
  await waitFor(() => expect(shown()).toEqual({}));

  await update("Paint", { dueDate: "2026-03-05" });
  await update("Oven", { blockedReason: "vendor" });
  await act(() => outbox.do("unit.update", { unitId: "unit 104", blockedReason: "parts" }));
  await waitFor(() =>
    expect(shown()).toEqual({ nextSevenDays: ["102 Paint"], blocked: ["103 Oven", "104 Keys"] }),
  );
});

test("a completed task that is reopened before both are sent is in the day again, where its unit's block puts it [MYDAY-02] [FIELD-03] [GEN-03]", async () => {
  const shown = await dayOf({
    dueToday: [group("102", { name: "Paint", dueDate: noon("2026-03-04") })],
    blocked: [group("103", { name: "Oven" }, { name: "Door", sortOrder: 1 })],
  });

  await update("Paint", { status: "completed" });
  await update("Oven", { status: "completed" });
  await waitFor(() => expect(shown()).toEqual({ blocked: ["103 Door"] }));

  await update("Paint", { status: "in_progress" });
  await update("Oven", { status: "not_started" });
  await waitFor(() =>
    expect(shown()).toEqual({ dueToday: ["102 Paint"], blocked: ["103 Oven", "103 Door"] }),
  );
});

test("an Undo of a completion whose answer is not here yet brings the task back to the day at once [MYDAY-02] [FIELD-03] [GEN-03]", async () => {
  const paint = { name: "Paint", dueDate: noon("2026-03-04") };
  const shown = await dayOf({ dueToday: [group("102", paint)] });

  await update("Paint", { status: "completed" });
  await waitFor(() => expect(shown()).toEqual({}));
  const [completion] = outbox.snapshot().operations;
  const undo = { taskId: "Paint", act: completion!.id, before: taskOf(paint) };
  await act(() => outbox.do("task.undo", undo));

  await waitFor(() => expect(shown()).toEqual({ dueToday: ["102 Paint"] }));
});

test("a completed unit that is reopened before both are sent has its tasks in the day again, and its block is over [MYDAY-01] [FIELD-03] [GEN-03]", async () => {
  const shown = await dayOf({
    dueToday: [
      group("102", { name: "Paint", dueDate: noon("2026-03-04") }, { name: "Floor" }),
      group("103", { name: "Door", dueDate: noon("2026-03-04") }),
    ],
    blocked: [group("104", { name: "Oven", dueDate: noon("2026-03-05") })],
  });
  const set = async (unit: string, patch: object) =>
    await act(() => outbox.do("unit.update", { unitId: `unit ${unit}`, ...patch }));

  await set("102", { status: "completed" });
  await set("104", { completionDate: "2026-03-04" });
  await update("Floor", { status: "completed" });
  await update("Paint", { dueDate: "2026-03-06" });
  await waitFor(() => expect(shown()).toEqual({ dueToday: ["103 Door"] }));
  await set("103", { readyByDate: "2026-03-20" });
  expect(shown()).toEqual({ dueToday: ["103 Door"] });

  await set("102", { status: "in_progress" });
  await set("104", { completionDate: null });
  await waitFor(() =>
    expect(shown()).toEqual({
      ...{ dueToday: ["103 Door"], nextSevenDays: ["104 Oven", "102 Paint"] },
    }),
  );
});
