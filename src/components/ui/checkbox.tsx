import { Check, Minus } from "lucide-react";
import { Checkbox as RadixCheckbox } from "radix-ui";
import type { ComponentProps } from "react";

import { cn } from "../../lib/cn.ts";
import { useFieldControl } from "./field-context.ts";

/** A tick box; `checked="indeterminate"` shows a dash. Its hit area reaches 24 px, 44 px on touch. */
export function Checkbox({ className, ...props }: ComponentProps<typeof RadixCheckbox.Root>) {
  return (
    <RadixCheckbox.Root
      data-slot="checkbox"
      {...useFieldControl()}
      className={cn(
        "peer relative inline-flex size-4 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-surface text-accent-on transition-colors after:absolute after:-inset-1 after:content-[''] hover:border-ink-muted disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent touch:size-5 touch:after:-inset-3",
        className,
      )}
      {...props}
    >
      <RadixCheckbox.Indicator className="group">
        <Check
          aria-hidden
          strokeWidth={3}
          className="size-3 group-data-[state=indeterminate]:hidden"
        />
        <Minus
          aria-hidden
          strokeWidth={3}
          className="hidden size-3 group-data-[state=indeterminate]:block"
        />
      </RadixCheckbox.Indicator>
    </RadixCheckbox.Root>
  );
}
