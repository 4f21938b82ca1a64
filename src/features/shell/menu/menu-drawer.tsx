import { type ReactNode, useDeferredValue, useMemo, useState } from "react";

import { Drawer } from "./drawer.tsx";

/** The drawer of small screens, which the top bar and the bottom bar open. */
export interface MenuState {
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

/** The state of the drawer. */
export function useMenu(): MenuState {
  const [isOpen, setIsOpen] = useState(false);
  return useMemo(
    () => ({ isOpen, open: () => setIsOpen(true), close: () => setIsOpen(false) }),
    [isOpen],
  );
}

/**
 * The sidebar in its drawer. Its code is in the first load: a tap on the menu waits for no line. It is not there before the first
 * tap: a closed dialog tells React that it is closed, for which all that a first picture does behind its paint would not wait.
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

/** The drawer answers a tap in the next frame: its some twenty links come in the one after, while it slides in. */
function FrameFirst({ children }: { children: ReactNode }) {
  return useDeferredValue(children, null);
}
