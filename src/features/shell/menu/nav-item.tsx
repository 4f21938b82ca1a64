import { Link, type LinkProps } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type NavItemProps = Pick<LinkProps, "to" | "params"> & {
  icon: LucideIcon;
  /** True marks the link as current only at exactly this address, and not below it. */
  exact?: boolean | undefined;
  children: ReactNode;
};

/** A link of the sidebar, marked while its page is shown. */
export function NavItem({ icon: Icon, exact = false, children, ...link }: NavItemProps) {
  return (
    <li>
      <Link
        {...link}
        activeOptions={{ exact, includeSearch: false }}
        className="group flex h-8 items-center gap-2.5 rounded-md px-2 text-base font-medium text-ink-muted transition-colors duration-100 hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:text-ink touch:h-11"
      >
        <Icon
          aria-hidden
          strokeWidth={1.75}
          className="size-4 shrink-0 text-ink-faint group-hover:text-ink-muted group-aria-[current=page]:text-accent-text"
        />
        <span className="truncate">{children}</span>
      </Link>
    </li>
  );
}
