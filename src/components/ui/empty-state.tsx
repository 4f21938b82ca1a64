import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

import { cn } from "../../lib/cn.ts";
import { passFocusOn } from "./use-restore-focus.ts";

type EmptyStateProps = Omit<ComponentProps<"div">, "title"> & {
  icon?: LucideIcon | undefined;
  title: string;
  description?: ReactNode;
  /** The action that leads out of the empty state: usually one Button. */
  action?: ReactNode;
};

/** Says that there is nothing here, why, and what can be done about it. */
export function EmptyState(props: EmptyStateProps) {
  const { icon: Icon, title, description, action, className, ...rest } = props;
  return (
    <div
      data-slot="empty-state"
      className={cn("flex flex-col items-center px-6 py-12 text-center", className)}
      {...rest}
    >
      {Icon && (
        <span className="mb-3 inline-flex size-10 items-center justify-center rounded-lg border border-line bg-surface text-ink-muted shadow-raised">
          <Icon aria-hidden className="size-5" strokeWidth={1.75} />
        </span>
      )}
      <p className="text-base font-semibold text-ink">{title}</p>
      {description !== undefined && (
        <p className="mt-1 max-w-md text-base text-pretty text-ink-muted">{description}</p>
      )}
      {action !== undefined && (
        <div ref={passFocusOn} className="mt-4 flex flex-wrap justify-center gap-2">
          {action}
        </div>
      )}
    </div>
  );
}
