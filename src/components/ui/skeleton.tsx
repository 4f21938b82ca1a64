import type { ComponentProps } from "react";

import { cn } from "../../lib/cn.ts";

/** A placeholder of the coming shape; keeps its room at once and becomes visible after 200 ms. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      aria-hidden
      data-slot="skeleton"
      className={cn("animate-skeleton rounded-md bg-hover", className)}
      {...props}
    />
  );
}
