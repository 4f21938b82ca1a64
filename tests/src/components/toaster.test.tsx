import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ConfirmDialog } from "../../../src/components/ui/confirm-dialog.tsx";
import { Dialog, DialogContent, DialogTitle } from "../../../src/components/ui/dialog.tsx";
import { toast } from "../../../src/components/ui/toast.ts";
import { Toaster } from "../../../src/components/ui/toaster.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pressF8 = () => fireEvent.keyDown(document, { key: "F8", code: "F8" });
const shown = () =>
  [...document.querySelectorAll("[data-slot=toast]")].map((node) => node.textContent);

test("of two notifications only the newer is shown [LIMIT-01]", () => {
  render(<Toaster />);
  act(() => toast({ title: "First" }));
  act(() => toast({ title: "Second", description: "More" }));
  expect(shown()).toEqual(["SecondMore"]);
});

test("a notification takes the place of a shown one without a slide, and slides in where none was", () => {
  vi.useFakeTimers();
  render(<Toaster />);
  const slides = () => current().className.includes("animate-toast-in");
  act(() => toast({ title: "First" }));
  act(() => toast({ title: "Second" }));
  expect(slides()).toBe(false);
  wait(5000);
  act(() => toast({ title: "Third" }));
  expect(slides()).toBe(true);
});

test("F8 brings the focus to the notifications [LIMIT-05]", () => {
  render(<Toaster />);
  act(() => toast({ title: "Done" }));
  pressF8();
  expect(document.activeElement?.closest("[data-slot=toaster]")).not.toBeNull();
});

test("a notification can be dismissed", async () => {
  render(<Toaster />);
  act(() => toast({ title: "Done" }));
  await userEvent.click(screen.getByRole("button", { name: "Dismiss notification" }));
  await waitFor(() => expect(shown()).toEqual([]));
});

test("a screen reader reaches a notification and its Undo while a dialog is open [LIMIT-05] [GEN-07]", async () => {
  const page = (isOpen: boolean) => (
    <>
      <main>The page</main>
      <Dialog open={isOpen}>
        <DialogContent>
          <DialogTitle>Unit</DialogTitle>
        </DialogContent>
      </Dialog>
      <Toaster />
    </>
  );
  const { rerender } = render(page(false));
  rerender(page(true));
  await screen.findByRole("dialog");
  expect(screen.queryByRole("main")).toBeNull();

  act(() => toast({ title: "Done", undo: () => undefined }));

  expect(screen.getByRole("button", { name: "Undo" })).toBeVisible();
});

test("the focus returns from a notification that closes to the field that had it before [GEN-07]", async () => {
  const user = userEvent.setup();
  const undo = vi.fn<() => void>();
  render(
    <>
      <input aria-label="Field" />
      <Toaster />
    </>,
  );
  const field = screen.getByLabelText("Field");
  for (const name of ["Undo", "Dismiss notification"]) {
    act(() => toast({ title: "Done", undo }));
    act(() => field.focus());
    pressF8();
    act(() => screen.getByRole("button", { name }).focus());
    await user.keyboard("{Enter}");
    await waitFor(() => expect(document.activeElement).toBe(field));
  }
  expect(undo).toHaveBeenCalledOnce();
});

test("F8 leads from a dialog to a notification, whose Undo gives the focus back [LIMIT-05] [GEN-07]", async () => {
  const user = userEvent.setup();
  const undo = vi.fn<() => void>();
  render(
    <>
      <Dialog open>
        <DialogContent>
          <DialogTitle>Unit</DialogTitle>
          <input aria-label="Field" />
        </DialogContent>
      </Dialog>
      <Toaster />
    </>,
  );
  const field = await screen.findByLabelText("Field");
  act(() => field.focus());
  act(() => toast({ title: "Done", undo }));

  pressF8();
  await user.keyboard("{Tab}{Tab}{Enter}");
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.getByRole("dialog", { name: "Unit" })).toBeVisible();
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test("F8 leads to a notification from a dialog that was there before the place of notifications [LIMIT-05] [GEN-07]", async () => {
  const user = userEvent.setup();
  const undo = vi.fn<() => void>();
  const dialog = (
    <Dialog open>
      <DialogContent>
        <DialogTitle>Unit</DialogTitle>
      </DialogContent>
    </Dialog>
  );
  const { rerender } = render(dialog);
  rerender(
    <>
      {dialog}
      <Toaster />
    </>,
  );
  act(() => toast({ title: "Done", undo }));

  pressF8();
  await user.keyboard("{Tab}{Tab}{Enter}");
  expect(undo).toHaveBeenCalledOnce();
});

/** Shows a question beside the notifications; `close` is called when it closes. */
function showQuestion(close: (open: boolean) => void): void {
  render(
    <>
      <ConfirmDialog
        open
        onOpenChange={close}
        title="Delete Oak Court?"
        description="It cannot be undone."
        confirmLabel="Delete Project"
        onConfirm={vi.fn()}
      />
      <Toaster />
    </>,
  );
}

test("F8 leads from a question to a notification, whose Undo leaves it open and gives the focus back [LIMIT-05] [GEN-07]", async () => {
  const user = userEvent.setup();
  const undo = vi.fn<() => void>();
  const close = vi.fn<(open: boolean) => void>();
  showQuestion(close);
  const cancel = await screen.findByRole("button", { name: "Cancel" });
  expect(document.activeElement).toBe(cancel);
  act(() => toast({ title: "Done", undo }));

  pressF8();
  await user.keyboard("{Tab}{Tab}{Enter}");
  expect(undo).toHaveBeenCalledOnce();
  expect(close).not.toHaveBeenCalled();
  await waitFor(() => expect(document.activeElement).toBe(cancel));
});

test("Escape closes a question also while a notification stands beside it [LIMIT-05] [GEN-07]", async () => {
  const close = vi.fn<(open: boolean) => void>();
  showQuestion(close);
  act(() => toast({ title: "Unit updated" }));
  await screen.findByText("Unit updated");
  await userEvent.setup().keyboard("{Escape}");

  expect(close).toHaveBeenCalledWith(false);
  expect(screen.getByText("Unit updated")).toBeVisible();
});

test("the area is at most 420 px wide [LIMIT-06]", () => {
  render(<Toaster />);
  expect(document.querySelector("[data-slot=toaster]")?.className).toContain("max-w-[420px]");
});

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const current = () => {
  const node = document.querySelector("[data-slot=toast]");
  if (!node) throw new Error("no notification is shown");
  return node;
};

test("a notification goes after 5000 ms [LIMIT-02]", () => {
  vi.useFakeTimers();
  render(<Toaster />);
  act(() => toast({ title: "Done" }));
  wait(4999);
  expect(shown()).toEqual(["Done"]);
  wait(1);
  expect(shown()).toEqual([]);
});

test("a notification stays while the pointer is on it, and the next one goes as always", () => {
  vi.useFakeTimers();
  render(<Toaster />);
  act(() => toast({ title: "Read me" }));
  fireEvent.pointerEnter(current());
  fireEvent.pointerMove(current());
  wait(60_000);
  expect(shown()).toEqual(["Read me"]);
  fireEvent.click(screen.getByRole("button", { name: "Dismiss notification" }));
  act(() => toast({ title: "Next" }));
  wait(5000);
  expect(shown()).toEqual([]);
});
