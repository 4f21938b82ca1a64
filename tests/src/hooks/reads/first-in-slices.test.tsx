import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useFirstInSlices } from "../../../../src/hooks/reads/use-first-in-slices.ts";
import { answers } from "../../../../src/lib/answers/answers.ts";
import { beginDrawing } from "../../../../src/lib/answers/drawings.ts";
import { onceShown } from "../../../../src/lib/answers/once-shown.ts";

test("a first answer waits for its turn, and a later one renders with its change", () => {
  const seen: string[] = [];
  function List({ answer }: { answer: string | undefined }) {
    const shown = useFirstInSlices(answer) ?? "waiting";
    seen.push(shown);
    return <p>{shown}</p>;
  }
  const { rerender } = render(<List answer={undefined} />);
  rerender(<List answer="first" />);
  expect(screen.getByText("first")).toBeVisible();
  expect(seen).toEqual(["waiting", "waiting", "first"]);

  seen.length = 0;
  rerender(<List answer="second" />);
  expect(new Set(seen)).toEqual(new Set(["second"]));
});

test("an answer that is there with the screen renders with it", () => {
  function List() {
    return <p>{useFirstInSlices("kept")}</p>;
  }
  render(<List />);
  expect(screen.getByText("kept")).toBeVisible();
});

test("late code waits for an answer that renders in slices", async () => {
  vi.useFakeTimers();
  vi.spyOn(answers, "isWhole").mockReturnValue(true);
  const end = beginDrawing();
  const load = vi.fn();
  onceShown(load);
  await vi.advanceTimersByTimeAsync(5000);
  expect(load).not.toHaveBeenCalled();

  end();
  await vi.advanceTimersByTimeAsync(5000);
  expect(load).toHaveBeenCalledOnce();
});
