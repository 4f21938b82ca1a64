import type { ComponentProps } from "react";

import { cn } from "../../lib/cn.ts";

/** The visible name of a control; pass `htmlFor`, or wrap the control. */
export function Label({ className, children, ...props }: ComponentProps<"label">) {
  return (
    <label
      data-slot="label"
      className={cn("text-sm font-medium text-ink select-none", className)}
      {...props}
    >
      {children}
    </label>
  );
}
