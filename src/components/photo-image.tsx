import type { ComponentProps } from "react";
import type { rotations } from "../../convex/rules/labels.ts";
import { cn } from "../lib/cn.ts";
import { isAcross } from "../lib/photos/rotation.ts";

/** The angles by which a photo can be turned clockwise, in degrees. */
export type Rotation = (typeof rotations)[number];

type PhotoImageProps = Omit<ComponentProps<"img">, "alt"> & {
  alt: string;
  rotation?: Rotation | undefined;
  /** "cover" fills the box and cuts the edges off; "contain" shows the whole photo. */
  fit: "cover" | "contain";
};

const TURN: Record<Rotation, string> = {
  0: "",
  90: "rotate-90",
  180: "rotate-180",
  270: "-rotate-90",
};

/** A photo in a box of any size, with the rotation that people gave it. The file itself stays as it was sent. */
export function PhotoImage({ alt, rotation = 0, fit, className, ...image }: PhotoImageProps) {
  return (
    <span className="[container-type:size] block size-full overflow-hidden">
      <img
        {...image}
        alt={alt}
        className={cn(
          fit === "cover" ? "object-cover" : "object-contain",
          // The width of a photo on its side is the height of its box.
          isAcross(rotation)
            ? "relative top-1/2 left-1/2 h-[100cqw] w-[100cqh] max-w-none -translate-1/2"
            : "size-full",
          TURN[rotation],
          className,
        )}
      />
    </span>
  );
}
