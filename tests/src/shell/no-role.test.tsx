import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { TopBar } from "../../../src/features/shell/menu/top-bar.tsx";
import { Sidebar } from "../../../src/features/shell/menu/sidebar.tsx";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { renderAt, viewerOf } from "../support/render-at.tsx";

afterEach(cleanup);

const frame = (
  <>
    <TopBar menu={{ isOpen: false, open: () => undefined, close: () => undefined }} />
    <Sidebar loading={false} project={null} />
  </>
);

test.each([
  ["project_supervisor", { search: 2, changes: 1 }],
  ["none", { search: 0, changes: 0 }],
] as const)(
  "the frame of %s has the buttons for the search and the recent changes: %o [PERM-11]",
  async (role, { search, changes }) => {
    await renderAt(new FakeConvex(), frame, { viewer: viewerOf({ role }) });
    expect(screen.queryAllByRole("button", { name: /^Search/ })).toHaveLength(search);
    expect(screen.queryAllByRole("button", { name: "Recent changes" })).toHaveLength(changes);
    expect(screen.getByRole("button", { name: "Log out" })).toBeVisible();
  },
);
