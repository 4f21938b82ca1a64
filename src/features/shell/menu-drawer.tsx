import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";

const importDrawer = () => import("./drawer.tsx");
const Drawer = lazy(importDrawer);
const preload = () => void importDrawer();

/** The drawer of small screens, which the top bar and the bottom bar open. */
export interface MenuState {
  isOpen: boolean;
  open: () => void;
  close: () => void;
  /** Loads the drawer's code before it is asked for. */
  preload: () => void;
}

/** The state of the drawer. */
export function useMenu(): MenuState {
  const [isOpen, setIsOpen] = useState(false);
  return useMemo(
    () => ({ isOpen, open: () => setIsOpen(true), close: () => setIsOpen(false), preload }),
    [isOpen],
  );
}

/** The sidebar in its drawer; its code is loaded when it opens for the first time. */
export function MenuDrawer({ menu, children }: { menu: MenuState; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(false);
  if (menu.isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <Drawer open={menu.isOpen} onOpenChange={(open) => (open ? menu.open() : menu.close())}>
        {children}
      </Drawer>
    </Suspense>
  );
}
