import { CatchBoundary } from "@tanstack/react-router";
import { cleanup, render, screen } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PartBoundary } from "../../../src/components/part-boundary.tsx";

// React logs errors that a boundary has caught.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(cleanup);

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
