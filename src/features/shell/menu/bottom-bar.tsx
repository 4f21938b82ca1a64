import { Link, type LinkProps } from "@tanstack/react-router";
import { Camera, FolderKanban, Grid3x3, type LucideIcon, Menu, Sun } from "lucide-react";
import { memo, useState } from "react";
import { useCan } from "../../../hooks/people/use-viewer.ts";
import { CameraDialog } from "../camera/camera-dialog.tsx";
import type { MenuState } from "./menu-drawer.tsx";
import { useTyping } from "./use-typing.ts";

const ENTRY =
  "flex min-h-14 min-w-11 flex-1 flex-col items-center justify-center gap-0.5 text-xs font-medium text-ink-muted aria-[current=page]:text-accent-text";

/**
 * The bottom bar of a phone, within reach of the thumb. It is hidden while the focus is in a text field, so that it
 * never covers the field.
 */
export function BottomBar({ menu, projectId }: { menu: MenuState; projectId: string | undefined }) {
  const reads = useCan("project:read");
  const isTyping = useTyping();
  const [asksUnit, setAsksUnit] = useState(false);
  return (
    <>
      {!isTyping && (
        <nav
          aria-label="Quick access"
          className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface px-1 pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
        >
          {reads && (
            <>
              <BarLink to="/my-day" icon={Sun} label="My Day" />
              <BarLink to="/board" icon={Grid3x3} label="Board" />
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => setAsksUnit(true)}
                className={ENTRY}
              >
                <Camera aria-hidden className="size-5" /> Camera
              </button>
            </>
          )}
          <BarLink to="/projects" icon={FolderKanban} label="Projects" />
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={menu.isOpen}
            onClick={menu.open}
            className={ENTRY}
          >
            <Menu aria-hidden className="size-5" /> Menu
          </button>
        </nav>
      )}
      {asksUnit && <CameraDialog projectId={projectId} onClose={() => setAsksUnit(false)} />}
    </>
  );
}

type BarLinkProps = Pick<LinkProps, "to" | "params" | "search"> & {
  icon: LucideIcon;
  label: string;
};

const isHere = { exact: true, includeSearch: false };

/** A link that reads the address itself, so that other changes of the bar do not render it. */
const BarLink = memo(function BarLink({ icon: Icon, label, ...link }: BarLinkProps) {
  return (
    <Link {...link} activeOptions={isHere} className={ENTRY}>
      <Icon aria-hidden className="size-5" /> {label}
    </Link>
  );
});
