import { useStore } from "../hooks/use-store.ts";
import { daysSince } from "../lib/company-day.ts";
import { companyZone } from "../lib/company-zone.ts";
import type { Block } from "../lib/optimistic/block-change.ts";
import { formatCount } from "../lib/format.ts";
import { BLOCKED_REASON } from "../lib/status.ts";
import { Badge } from "./ui/badge.tsx";

/** The reason and the days of a block of a task or unit; nothing without a block. */
export function BlockBadge({ block, className }: { block: Block; className?: string }) {
  const days = useStore(companyZone, (zone) => daysSince(block.blockedAt, zone));
  if (block.blockedReason === null) return null;
  const { label, icon } = BLOCKED_REASON[block.blockedReason];
  return (
    <Badge tone="warning" icon={icon} title={block.blockedNote ?? undefined} className={className}>
      <span className="sr-only">Blocked: </span>
      {label}
      {days > 0 && ` · ${formatCount(days, "day")}`}
    </Badge>
  );
}
