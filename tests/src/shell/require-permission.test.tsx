import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { RequirePermission } from "../../../src/features/shell/require-permission.tsx";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { renderAt, viewerOf } from "../support/render-at.tsx";

afterEach(cleanup);

const page = (
  <RequirePermission permission="users:write" refusal="You don't have permission to manage users.">
    <h1>User Management</h1>
  </RequirePermission>
);

test.each([
  ["account_administrator", "User Management"],
  ["project_manager", "Access Denied"],
  ["project_supervisor", "Access Denied"],
] as const)("User Management as %s: %s [SHELL-06] [USER-03]", async (role, heading) => {
  await renderAt(new FakeConvex(), page, { viewer: viewerOf({ role }) });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(heading);
  const refusal = screen.queryByText("You don't have permission to manage users.");
  expect(refusal !== null).toBe(heading === "Access Denied");
});
