import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SignInRedirect } from "../../../src/features/session/sign-in-redirect.tsx";
import { toastStore } from "../../../src/lib/toast-store.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("a protected page says so and leads to signing in after 500 ms [AUTH-15] [AUTH-16]", () => {
  const assign = vi.spyOn(window.location, "assign").mockReturnValue();
  window.history.replaceState(null, "", "/projects");

  render(<SignInRedirect />);

  expect(screen.getByText("Loading...")).toBeVisible();
  expect(toastStore.snapshot()).toMatchObject([
    {
      title: "Unauthorized",
      description: "You are logged out. Logging in again...",
      variant: "destructive",
    },
  ]);
  act(() => void vi.advanceTimersByTime(499));
  expect(assign).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1));
  expect(assign).toHaveBeenCalledExactlyOnceWith("/api/login?returnTo=%2Fprojects");
});
