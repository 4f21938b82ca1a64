import { Menu } from "lucide-react";
import { lazy, Suspense, useState, type ReactNode } from "react";

import { productName } from "../../../convex/rules/labels.ts";
import { ProductMark } from "../../components/layout/product-mark.tsx";
import { Button } from "../../components/ui/button.tsx";

const importDrawer = () => import("./drawer.tsx");
const Drawer = lazy(importDrawer);

/** The top bar of small screens; its menu button slides the sidebar in. */
export function TopBar({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const preload = () => void importDrawer();

  const show = () => {
    setWasOpened(true);
    setOpen(true);
  };

  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-1 border-b border-line bg-surface px-2 md:hidden">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerDown={preload}
        onFocus={preload}
        onClick={show}
      >
        <Menu aria-hidden className="size-5" />
      </Button>
      <span className="flex items-center gap-2 text-lg font-semibold tracking-tight">
        <ProductMark className="size-6" />
        {productName}
      </span>
      {wasOpened && (
        <Suspense>
          <Drawer open={open} onOpenChange={setOpen}>
            {children}
          </Drawer>
        </Suspense>
      )}
    </header>
  );
}
