import { LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";

import { cn } from "../../lib/cn.ts";

/** A turning ring. It is decoration only, so say in words what is awaited. */
export function Spinner({ className, ...props }: ComponentProps<typeof LoaderCircle>) {
  return (
    <LoaderCircle
      aria-hidden
      data-slot="spinner"
      className={cn("size-4 animate-spin text-current", className)}
      {...props}
    />
  );
}
