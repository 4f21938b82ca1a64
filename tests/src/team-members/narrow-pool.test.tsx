import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { poolMemberOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("a narrow window shows cards before anything is measured [POOL-07]", async () => {
  vi.spyOn(window, "innerWidth", "get").mockReturnValue(390);
  const backend = new FakeConvex();
  backend.answer(api.teamMembers.list, {}, [poolMemberOf({})]);
  await renderPage(backend, { at: "/team-management" });

  expect(screen.getByRole("list", { name: "Team members" })).toBeVisible();
  expect(screen.queryByRole("table")).toBeNull();
});
