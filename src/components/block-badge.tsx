import { differenceInCalendarDays } from "date-fns";
import type { Block } from "../lib/optimistic/block-change.ts";
import { formatCount } from "../lib/format.ts";
import { BLOCKED_REASON } from "../lib/status.ts";
import { Badge } from "./ui/badge.tsx";

/** The reason and the days of a block of a task or unit; nothing without a block. */
export function BlockBadge({ block, className }: { block: Block; className?: string }) {
  if (block.blockedReason === null) return null;
  const { label, icon } = BLOCKED_REASON[block.blockedReason];
  const days = daysBlocked(block.blockedAt);
  return (
    <Badge tone="warning" icon={icon} title={block.blockedNote ?? undefined} className={className}>
      <span className="sr-only">Blocked: </span>
      {label}
      {days > 0 && ` · ${formatCount(days, "day")}`}
    </Badge>
  );
}

/** The whole days since a block began. */
export function daysBlocked(since: string | null): number {
  return since === null ? 0 : Math.max(0, differenceInCalendarDays(new Date(), new Date(since)));
}
