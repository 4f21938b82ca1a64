import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import CalendarPanel from "../../../src/components/ui/calendar-panel.tsx";
import { DatePicker } from "../../../src/components/ui/date-picker.tsx";
import { drawn } from "../support/drawn.ts";

afterEach(cleanup);

const button = () => screen.getByRole("button", { name: "Due Date: Nov 25, 2026" });

function show() {
  const onChange = vi.fn();
  drawn.length = 0;
  render(<DatePicker label="Due Date" value="2026-11-25T12:00:00.000Z" onChange={onChange} />);
  return { user: userEvent.setup(), onChange };
}

test("a date draws its panel while it is open alone, and has the focus back afterwards [GEN-03] [GEN-07]", async () => {
  const { user, onChange } = show();
  expect(drawn).not.toContain("PopoverContent");
  expect(button().getAttribute("aria-expanded")).toBe("false");

  await user.click(button());
  const panel = await screen.findByRole("dialog", { name: "Due Date" });
  expect(button().getAttribute("aria-controls")).toBe(panel.id);

  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(button()));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(onChange).not.toHaveBeenCalled();
});

test("a press on the button of an open date closes it [GEN-07]", async () => {
  const { user } = show();
  await user.click(button());
  await screen.findByRole("dialog", { name: "Due Date" });

  await user.click(button());

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(button().getAttribute("aria-expanded")).toBe("false");
});

test("the arrow of a month outlives a drawing, so that a press which began before it still turns the month [GEN-07]", () => {
  const calendar = () => <CalendarPanel value={null} required={false} onChoose={() => undefined} />;
  const { rerender } = render(calendar());
  const next = screen.getByRole("button", { name: "Go to the Next Month" });
  const arrow = next.firstElementChild;

  rerender(calendar());

  expect(arrow).not.toBeNull();
  expect(next.firstElementChild).toBe(arrow);
});
