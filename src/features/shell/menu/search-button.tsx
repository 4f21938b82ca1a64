import { Search } from "lucide-react";

import { Button } from "../../../components/ui/button.tsx";
import { useCan } from "../../../hooks/people/use-viewer.ts";
import { modKey } from "../../../lib/keys/mod-key.ts";
import { quick } from "../../../lib/quick.ts";

const open = () => quick.set("palette");

/** Opens the search over everything, for people with a role. It looks like a search field. */
export function SearchButton() {
  if (!useCan("project:read")) return null;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={open}
      className="mb-2 flex h-8 w-full items-center gap-2.5 rounded-md border border-line bg-canvas px-2 text-base text-ink-muted transition-colors duration-100 hover:border-line-strong hover:text-ink touch:h-11"
    >
      <Search aria-hidden strokeWidth={1.75} className="size-4 shrink-0" />
      <span className="flex-1 text-left">Search</span>
      <kbd aria-hidden className="font-sans text-xs touch:hidden">
        {modKey} K
      </kbd>
    </button>
  );
}

/** The same button as an icon, in the top bar of small screens. */
export function SearchIcon() {
  if (!useCan("project:read")) return null;
  return (
    <Button variant="ghost" size="icon" aria-label="Search" aria-haspopup="dialog" onClick={open}>
      <Search aria-hidden className="size-5" />
    </Button>
  );
}
