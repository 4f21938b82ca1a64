import { CatchBoundary } from "@tanstack/react-router";
import { act, cleanup, render, screen } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PartBoundary } from "../../../src/components/part-boundary.tsx";

// React logs errors that a boundary has caught.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Failing({ error }: { error: unknown }): never {
  throw error;
}

const show = (error: unknown) =>
  render(
    <CatchBoundary getResetKey={() => "page"} errorComponent={() => <p>the page</p>}>
      <h1>Units</h1>
      <PartBoundary>
        <Failing error={error} />
      </PartBoundary>
    </CatchBoundary>,
  );

test("a part that fails says so in its place, and the rest of the page stays", () => {
  show(new Error("Server Error"));
  expect(screen.getByRole("alert").textContent).toContain("This could not be shown");
  expect(screen.getByRole("heading", { name: "Units" })).toBeVisible();
});

test("who is signed out meanwhile leaves the whole page [AUTH-17]", () => {
  show(new ConvexError({ code: "unauthenticated", message: "Unauthorized" }));
  expect(screen.getByText("the page")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

/** Shows a part whose read fails until it is told to work. */
function showPassing(error: Error): { mend: () => void; fail: () => void } {
  let failure: Error | null = error;
  const Read = () => {
    if (failure !== null) throw failure;
    return <p>the rows</p>;
  };
  const part = () => (
    <PartBoundary>
      <Read />
    </PartBoundary>
  );
  const { rerender } = render(part());
  const fail = () => {
    failure = error;
    rerender(part());
  };
  return { mend: () => void (failure = null), fail };
}

const halfMinute = () => act(() => void vi.advanceTimersByTime(30_000));

test("a read that failed is there again by itself, as nobody may stand at an office screen [BOARD-11]", () => {
  vi.useFakeTimers();
  const { mend } = showPassing(new Error("Server Error"));
  halfMinute();
  expect(screen.getByText("This could not be shown")).toBeVisible();

  mend();
  halfMinute();

  expect(screen.getByText("the rows")).toBeVisible();
});

test("a read that is refused for good, and one whose button has the focus, wait for a person [GEN-07]", () => {
  vi.useFakeTimers();
  const refused = showPassing(new ConvexError({ code: "forbidden", message: "No" }));
  refused.mend();
  halfMinute();
  expect(screen.getByRole("alert")).toBeVisible();
  cleanup();

  const { mend } = showPassing(new Error("Server Error"));
  screen.getByRole("button", { name: "Try again" }).focus();
  mend();
  halfMinute();
  expect(screen.getByRole("button", { name: "Try again" })).toHaveProperty("isConnected", true);
  screen.getByRole("button", { name: "Try again" }).blur();
  halfMinute();
  expect(screen.getByText("the rows")).toBeVisible();
});

test("a failure is announced once, however often the part is read again by itself, and again after a person's own try [GEN-07]", () => {
  vi.useFakeTimers();
  const { mend, fail } = showPassing(new Error("Server Error"));
  expect(screen.getByRole("alert")).toBeVisible();
  halfMinute();
  halfMinute();
  expect(screen.getByText("This could not be shown")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();

  act(() => screen.getByRole("button", { name: "Try again" }).click());
  expect(screen.getByRole("alert")).toBeVisible();

  mend();
  halfMinute();
  expect(screen.getByText("the rows")).toBeVisible();
  halfMinute();
  fail();
  expect(screen.getByRole("alert")).toBeVisible();
});
