import { cva } from "class-variance-authority";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

import { cn } from "../../lib/cn.ts";
import type { Tone } from "../../lib/tone.ts";

const badgeVariants = cva(
  "inline-flex h-5 w-fit shrink-0 items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap [&_svg]:size-3 [&_svg]:shrink-0",
  {
    variants: {
      tone: {
        neutral: "bg-sunken text-ink-muted",
        accent: "bg-accent-soft text-accent-text",
        info: "bg-info-soft text-info-text",
        success: "bg-success-soft text-success-text",
        warning: "bg-warning-soft text-warning-text",
        danger: "bg-danger-soft text-danger-text",
      } satisfies Record<Tone, string>,
    },
    defaultVariants: { tone: "neutral" },
  },
);

type BadgeProps = ComponentProps<"span"> & {
  tone?: Tone | undefined;
  icon?: LucideIcon | undefined;
};

/** A short word with a tone and, where it tells a status, an icon. */
export function Badge({ tone, icon: Icon, children, className, ...props }: BadgeProps) {
  return (
    <span data-slot="badge" className={cn(badgeVariants({ tone }), className)} {...props}>
      {Icon && <Icon aria-hidden strokeWidth={2.25} />}
      {children}
    </span>
  );
}
