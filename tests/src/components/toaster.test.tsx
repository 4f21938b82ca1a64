import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { toast } from "../../../src/components/ui/toast.ts";
import { Toaster } from "../../../src/components/ui/toaster.tsx";

afterEach(cleanup);

const shown = () =>
  [...document.querySelectorAll("[data-slot=toast]")].map((node) => node.textContent);

test("[LIMIT-01] of two notifications only the newer is shown", () => {
  render(<Toaster />);
  act(() => toast({ title: "First" }));
  act(() => toast({ title: "Second", description: "More" }));
  expect(shown()).toEqual(["SecondMore"]);
});

test("[LIMIT-05] F8 brings the focus to the notifications", () => {
  render(<Toaster />);
  act(() => toast({ title: "Done" }));
  fireEvent.keyDown(document, { key: "F8", code: "F8" });
  expect(document.activeElement?.closest("[data-slot=toaster]")).not.toBeNull();
});

test("a notification can be dismissed", async () => {
  render(<Toaster />);
  act(() => toast({ title: "Done" }));
  await userEvent.click(screen.getByRole("button", { name: "Dismiss notification" }));
  await waitFor(() => expect(shown()).toEqual([]));
});

test("[LIMIT-06] the area is at most 420 px wide", () => {
  render(<Toaster />);
  expect(document.querySelector("[data-slot=toaster]")?.className).toContain("max-w-[420px]");
});
