import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { MenuDrawer } from "../../../src/features/shell/menu/menu-drawer.tsx";

const drawn = vi.hoisted(() => vi.fn<(props: { open: boolean }) => null>(() => null));
vi.mock("../../../src/features/shell/menu/drawer.tsx", () => ({ Drawer: drawn }));

afterEach(cleanup);

const tree = (isOpen: boolean) => (
  <MenuDrawer menu={{ isOpen, open: () => undefined, close: () => undefined }}>menu</MenuDrawer>
);

test("a first picture does without the drawer of the menu, which stays once it was opened, to slide out", () => {
  const { rerender } = render(tree(false));
  expect(drawn).not.toHaveBeenCalled();

  rerender(tree(true));
  expect(drawn.mock.lastCall?.[0].open).toBe(true);
  rerender(tree(false));
  expect(drawn.mock.lastCall?.[0].open).toBe(false);
});
