import type { ComponentProps } from "react";

import { cn } from "../../lib/cn.ts";
import { controlClasses } from "./control-classes.ts";
import { useFieldControl } from "./field-context.ts";

/** Several lines of text. */
export function Textarea({ className, rows = 3, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      data-slot="textarea"
      rows={rows}
      {...useFieldControl()}
      {...props}
      className={cn(controlClasses, "block resize-y py-1.5 leading-normal", className)}
    />
  );
}
