import { Slot } from "radix-ui";
import type { ComponentProps } from "react";

import { cn } from "../../lib/cn.ts";

type CardProps = ComponentProps<"div"> & {
  /** Gives the only child the look of a card, for cards that are list items or links. */
  asChild?: boolean | undefined;
};

/** A bordered surface. Compose with CardHeader, CardTitle and CardContent. */
export function Card({ className, asChild = false, ...props }: CardProps) {
  const Element = asChild ? Slot.Root : "div";
  return (
    <Element
      data-slot="card"
      className={cn(
        "flex min-w-0 flex-col rounded-lg border border-line bg-surface shadow-raised",
        className,
      )}
      {...props}
    />
  );
}

/** The first row of a card: title on the left, badge or actions on the right. */
export function CardHeader({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="card-header"
      className={cn("flex items-start justify-between gap-3 px-4 pt-3.5 pb-2", className)}
      {...props}
    />
  );
}

/** The name of a card. */
export function CardTitle({ className, children, ...props }: ComponentProps<"h2">) {
  return (
    <h2
      data-slot="card-title"
      className={cn("min-w-0 text-base font-semibold text-ink", className)}
      {...props}
    >
      {children}
    </h2>
  );
}

/** The body of a card. */
export function CardContent({ className, ...props }: ComponentProps<"div">) {
  return <div data-slot="card-content" className={cn("px-4 pb-4", className)} {...props} />;
}
