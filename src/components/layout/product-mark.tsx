import { cn } from "../../lib/cn.ts";

/** The logo of the product. It is decoration, because the name stands beside it. */
export function ProductMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={cn("size-7", className)}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M8 9.5h16M16 9.5V24"
        strokeWidth="3.4"
        strokeLinecap="round"
        fill="none"
        className="stroke-accent-on"
      />
      <circle cx="22.4" cy="20.4" r="2.6" className="fill-accent-on" />
    </svg>
  );
}
