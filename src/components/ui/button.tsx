import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps, MouseEvent } from "react";

import { cn } from "../../lib/cn.ts";
import { Spinner } from "./spinner.tsx";

const buttonVariants = cva(
  "inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors duration-100 disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-accent text-accent-on shadow-raised hover:bg-accent-hover",
        secondary: "bg-sunken text-ink hover:bg-hover",
        outline: "border border-line bg-surface text-ink shadow-raised hover:bg-hover",
        ghost: "text-ink-muted hover:bg-hover hover:text-ink",
        destructive: "bg-danger text-danger-on shadow-raised hover:bg-danger-hover",
      },
      size: {
        sm: "h-7 px-2 text-sm touch:h-11 touch:px-3 touch:text-base",
        md: "h-8 px-3 text-sm touch:h-11 touch:px-4 touch:text-base",
        icon: "size-8 touch:size-11",
      },
    },
    defaultVariants: { variant: "primary", size: "md" },
  },
);

type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof buttonVariants> & {
    /** Renders the only child as the button, for links that look like buttons. */
    asChild?: boolean | undefined;
    /** Shows a spinner in place of the icon and refuses clicks; the width of the text stays. */
    loading?: boolean | undefined;
  };

/** A button in one of five looks; `type` is "button" unless said otherwise. */
export function Button({
  variant,
  size,
  asChild = false,
  loading = false,
  children,
  className,
  ...props
}: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root data-slot="button" className={classes} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type="button"
      data-slot="button"
      // With "disabled" the button would lose the focus.
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      className={classes}
      {...props}
      onClick={loading ? refuse : props.onClick}
    >
      {loading && <Spinner className="size-4" />}
      {children}
    </button>
  );
}

/** Refuses a click, and with it the submission of the form. */
function refuse(event: MouseEvent): void {
  event.preventDefault();
}
