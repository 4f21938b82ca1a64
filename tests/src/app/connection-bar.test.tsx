import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ConnectionBar } from "../../../src/app/connection-bar.tsx";
import { waiting } from "../../../src/lib/waiting.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";

afterEach(() => {
  cleanup();
  waiting.set({ count: 0, refused: 0, open: null });
});

test("work that the server has refused is told over every screen, and led to, until it is dealt with or put away [FIELD-06]", async () => {
  const user = userEvent.setup();
  const open = vi.fn();
  render(new FakeConvex().wrap(<ConnectionBar />));
  expect(screen.getByRole("status").textContent).toBe("");

  act(() => waiting.set({ refused: 1, open }));
  expect(screen.getByRole("status").textContent).toContain("1 change was not accepted.");
  await user.click(screen.getByRole("button", { name: "Show" }));
  expect(open).toHaveBeenCalledOnce();

  await user.click(screen.getByRole("button", { name: "Hide this notice" }));
  expect(screen.getByRole("status").textContent).toBe("");
  act(() => waiting.set({ refused: 2 }));
  expect(screen.getByRole("status").textContent).toContain("2 changes were not accepted.");
  act(() => waiting.set({ refused: 0 }));
  expect(screen.getByRole("status").textContent).toBe("");
});
