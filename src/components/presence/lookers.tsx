import type { CSSProperties } from "react";
import { cn } from "../../lib/cn.ts";
import { initials } from "../../lib/format.ts";
import { hueOf, type Looker } from "../../lib/presence/lookers.ts";
import { Tooltip } from "../ui/tooltip.tsx";

/** The largest number of faces; the other people are a number. */
const SHOWN = 4;

type LookersProps = { lookers: readonly Looker[]; className?: string | undefined };

/** The other people who view the same record, by their initials. Their names appear on hover and focus. */
export function Lookers({ lookers, className }: LookersProps) {
  if (lookers.length === 0) return null;
  const names = lookers.map(({ name }) => name).join(", ");
  return (
    <Tooltip text={names}>
      <button
        type="button"
        aria-label={`Also here: ${names}`}
        className={cn(
          "flex h-8 shrink-0 cursor-default items-center rounded-full touch:h-11",
          className,
        )}
      >
        <Faces lookers={lookers} size="md" />
      </button>
    </Tooltip>
  );
}

/** The same people as a mark on a small element. It adds no tab stop. */
export function LookerMark({ lookers, className }: LookersProps) {
  const names = lookers.map(({ name }) => name).join(", ");
  return (
    <span title={`Here now: ${names}`} className={cn("flex shrink-0", className)}>
      <span className="sr-only">Here now: {names}</span>
      <Faces lookers={lookers} size="sm" />
    </span>
  );
}

function Faces({ lookers, size }: { lookers: readonly Looker[]; size: "sm" | "md" }) {
  const shown = lookers.length > SHOWN ? SHOWN - 1 : SHOWN;
  const face = cn(
    "inline-flex items-center justify-center rounded-full font-semibold select-none",
    size === "sm" ? "size-5 text-[0.5625rem]" : "size-7 text-[0.6875rem]",
  );
  // The faces stand side by side: overlapping, they would cover each other's initials.
  return (
    <span aria-hidden className="flex gap-0.5">
      {lookers.slice(0, shown).map(({ userId, name }) => (
        <span
          key={userId}
          style={{ "--hue": hueOf(userId) } as CSSProperties}
          className={cn(
            face,
            "animate-appear bg-[light-dark(oklch(0.9_0.06_var(--hue)),oklch(0.36_0.07_var(--hue)))] text-[light-dark(oklch(0.34_0.09_var(--hue)),oklch(0.93_0.04_var(--hue)))]",
          )}
        >
          {initials(name)}
        </span>
      ))}
      {lookers.length > shown && (
        <span className={cn(face, "bg-sunken text-ink-muted")}>+{lookers.length - shown}</span>
      )}
    </span>
  );
}
