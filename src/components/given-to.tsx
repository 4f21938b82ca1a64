import { UserRound } from "lucide-react";
import { cn } from "../lib/cn.ts";
import { givenToText } from "../lib/units/given-to.ts";

/** The names of the people who have open tasks of a unit, in one line; "Nobody" when no name is known. */
export function GivenTo({ names, className }: { names: readonly string[]; className?: string }) {
  return (
    <span
      className={cn("flex min-w-0 items-center gap-1.5 text-ink-muted", className)}
      title={names.join(", ") || undefined}
    >
      <UserRound aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">Given to </span>
      <span className="truncate">{givenToText(names) || "Nobody"}</span>
    </span>
  );
}
