import type { ComponentProps } from "react";

import { cn } from "../../lib/cn.ts";
import { controlClasses, controlHeight } from "./control-classes.ts";
import { useFieldControl } from "./field-context.ts";

/** One line of text. */
export function Input({ className, ...props }: ComponentProps<"input">) {
  return (
    <input
      data-slot="input"
      {...useFieldControl()}
      {...props}
      className={cn(controlClasses, controlHeight, className)}
    />
  );
}
