import { type ReactNode, useDeferredValue, useMemo, useState } from "react";

import { Drawer } from "./drawer.tsx";

/** The drawer of small screens, which the top bar and the bottom bar open. */
export interface MenuState {
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

/** The state of the drawer, and the functions that open and close it. */
export function useMenu(): MenuState {
  const [isOpen, setIsOpen] = useState(false);
  return useMemo(
    () => ({ isOpen, open: () => setIsOpen(true), close: () => setIsOpen(false) }),
    [isOpen],
  );
}

/**
 * The sidebar in its drawer. Its code is part of the first load, so that a tap on the menu needs no network. It mounts
 * on the first tap: a closed dialog sets React state when it mounts, which would run the effects of the first render
 * before its paint and not after it.
 */
export function MenuDrawer({ menu, children }: { menu: MenuState; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(menu.isOpen);
  if (menu.isOpen && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Drawer open={menu.isOpen} onOpenChange={(open) => (open ? menu.open() : menu.close())}>
      <FrameFirst>{children}</FrameFirst>
    </Drawer>
  );
}

/** Lets the drawer open in the next frame: its twenty or so links render one frame later, while it slides in. */
function FrameFirst({ children }: { children: ReactNode }) {
  return useDeferredValue(children, null);
}
