import { clsx, type ClassValue } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

// The names below exist only in styles.css; without them a later class would not replace them.
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ["touch"],
      shadow: ["raised", "overlay"],
      radius: ["sm", "md", "lg", "xl"],
    },
  },
});

/** Joins class names; where two set the same property, the later one wins. */
export function cn(...inputs: ClassValue[]): string {
  return merge(clsx(inputs));
}
