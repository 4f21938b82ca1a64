import { Menu } from "lucide-react";

import { productName } from "../../../../convex/rules/labels.ts";
import { ConnectionStatus } from "../../../components/layout/connection-status.tsx";
import { ProductMark } from "../../../components/layout/product-mark.tsx";
import { Button } from "../../../components/ui/button.tsx";
import type { MenuState } from "./menu-drawer.tsx";
import { NewVersionButton } from "./new-version-offer.tsx";
import { SearchIcon } from "./search-button.tsx";

/** The top bar of small screens; its menu button opens the drawer. */
export function TopBar({ menu }: { menu: MenuState }) {
  return (
    <header className="sticky top-(--bar) z-30 flex h-14 items-center gap-1 border-b border-line bg-surface px-2 md:hidden print:hidden">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={menu.isOpen}
        onClick={menu.open}
      >
        <Menu aria-hidden className="size-5" />
      </Button>
      <span className="flex items-center gap-2 text-lg font-semibold tracking-tight">
        <ProductMark className="size-6" />
        {productName}
      </span>
      <NewVersionButton />
      <ConnectionStatus className="mr-1.5 ml-auto" />
      <SearchIcon />
    </header>
  );
}
