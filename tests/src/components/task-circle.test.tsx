import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { TaskCircle } from "../../../src/components/task-circle.tsx";

afterEach(cleanup);

test.each([
  ["not_started", "Paint walls: Not Started, move on to In Progress", "in_progress"],
  ["in_progress", "Paint walls: In Progress, move on to Completed", "completed"],
] as const)("one tap moves a task that is %s on [BOARD-04]", async (baseStatus, name, next) => {
  const onMove = vi.fn();
  render(
    <TaskCircle
      task={{ id: "task", name: "Paint walls", status: baseStatus, baseStatus }}
      onMove={onMove}
    />,
  );

  await userEvent.click(screen.getByRole("button", { name }));

  expect(onMove.mock.calls).toEqual([[next]]);
});

test("an overdue task moves on from the state that it is in [BOARD-04]", async () => {
  const onMove = vi.fn();
  const task = {
    id: "task",
    name: "Paint walls",
    status: "overdue",
    baseStatus: "in_progress",
  } as const;
  render(<TaskCircle task={task} onMove={onMove} />);

  await userEvent.click(
    screen.getByRole("button", { name: "Paint walls: Overdue, move on to Completed" }),
  );

  expect(onMove.mock.calls).toEqual([["completed"]]);
});

test("a tap on a completed task changes nothing and is reported [BOARD-04]", async () => {
  const onMove = vi.fn();
  const onCompletedPress = vi.fn();
  const task = {
    id: "task",
    name: "Paint walls",
    status: "completed",
    baseStatus: "completed",
  } as const;
  render(<TaskCircle task={task} onMove={onMove} onCompletedPress={onCompletedPress} />);

  await userEvent.click(
    screen.getByRole("button", { name: "Paint walls: Completed, choose another state" }),
  );

  expect(onCompletedPress).toHaveBeenCalledOnce();
  expect(onMove).not.toHaveBeenCalled();
});
