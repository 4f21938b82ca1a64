import { Progress as RadixProgress } from "radix-ui";
import type { ComponentProps } from "react";

import { cn } from "../../lib/cn.ts";

type ProgressProps = Omit<ComponentProps<typeof RadixProgress.Root>, "value" | "max"> & {
  /** The percentage, from 0 to 100. */
  value: number;
  /** The name of the work that progresses, for assistive technology. */
  label: string;
};

/** A thin bar; full turns to the success tone. Always shown beside the number in words. */
export function Progress({ value, label, className, ...props }: ProgressProps) {
  const percent = Math.max(0, Math.min(100, value));
  return (
    <RadixProgress.Root
      data-slot="progress"
      value={percent}
      aria-label={label}
      className={cn("h-1.5 w-full overflow-hidden rounded-full bg-hover", className)}
      {...props}
    >
      <RadixProgress.Indicator
        className={cn(
          // The bar moves by a transform, because a change of its width would lay out and paint the page in each frame.
          "h-full rounded-full transition-transform duration-200 ease-out",
          percent === 100 ? "bg-success" : "bg-accent",
        )}
        style={{ transform: `translateX(${String(percent - 100)}%)` }}
      />
    </RadixProgress.Root>
  );
}
