import { cva, type VariantProps } from "class-variance-authority";
import { useState } from "react";

import { cn } from "../../lib/cn.ts";
import { initials } from "../../lib/format.ts";

const avatarVariants = cva(
  "inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-accent-soft font-semibold text-accent-text select-none",
  {
    variants: {
      size: { sm: "size-6 text-[0.625rem]", md: "size-8 text-xs", lg: "size-10 text-sm" },
    },
    defaultVariants: { size: "md" },
  },
);

type AvatarProps = VariantProps<typeof avatarVariants> & {
  /** The full name; its initials show where there is no picture. */
  name: string;
  src?: string | null | undefined;
  className?: string | undefined;
};

/**
 * A person's picture, or initials when there is none or it does not load. The name stands beside it, so that a screen
 * reader leaves out both.
 */
export function Avatar({ name, src, size, className }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const hasPicture = typeof src === "string" && src !== "" && src !== brokenSrc;
  return (
    <span data-slot="avatar" className={cn(avatarVariants({ size }), className)}>
      {hasPicture ? (
        <img
          src={src}
          alt=""
          // An image inside a menu loads when the menu opens.
          loading="lazy"
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => setBrokenSrc(src)}
        />
      ) : (
        <span aria-hidden>{initials(name)}</span>
      )}
    </span>
  );
}
