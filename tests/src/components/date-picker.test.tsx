import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import CalendarPanel from "../../../src/components/ui/calendar-panel.tsx";
import { DatePicker } from "../../../src/components/ui/date-picker.tsx";
import { TitledDialog } from "../../../src/components/titled-dialog.tsx";
import { companyZone } from "../../../src/lib/company-zone.ts";
import { drawn } from "../support/drawn.ts";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  companyZone.set("UTC");
});

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

test("the day that a date shows already changes nothing when it is chosen again [TOAST-14] [GEN-07]", async () => {
  const { user, onChange } = show();
  await user.click(button());
  await user.click(await screen.findByRole("button", { name: /November 25th, 2026/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(onChange).not.toHaveBeenCalled();

  await user.click(button());
  await user.click(await screen.findByRole("button", { name: /November 26th, 2026/ }));
  expect(onChange.mock.calls).toEqual([["2026-11-26"]]);
});

test("today in a calendar is the company's day, unless the dates are the viewer's own [GEN-04]", async () => {
  vi.setSystemTime("2026-03-10T12:00:00Z");
  companyZone.set("Pacific/Kiritimati");
  const onChoose = vi.fn();
  const { rerender } = render(<CalendarPanel value={null} required={false} {...{ onChoose }} />);
  expect(screen.getByRole("button", { name: /^Today, .*March 11th, 2026/ })).toBeVisible();

  fireEvent.click(screen.getByRole("button", { name: "Today" }));
  rerender(<CalendarPanel value={null} required={false} today="2026-03-10" {...{ onChoose }} />);
  expect(screen.getByRole("button", { name: /^Today, .*March 10th, 2026/ })).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Today" }));

  expect(onChoose.mock.calls).toEqual([["2026-03-11"], ["2026-03-10"]]);
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

test("a date in a dialog opens with the focus on its day, whether or not the calendar is loaded [GEN-07]", async () => {
  const user = userEvent.setup();
  const onClose = () => undefined;
  render(
    <TitledDialog open {...{ onClose }} title="Unit" description="101">
      <DatePicker label="Due Date" value="2026-11-25T12:00:00.000Z" onChange={onClose} />
    </TitledDialog>,
  );
  for (let opening = 1; opening <= 2; opening++) {
    await user.click(button());
    const day = await screen.findByRole("button", { name: /November 25th, 2026/ });
    await waitFor(() => expect(document.activeElement).toBe(day));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement).toBe(button()));
  }
});
