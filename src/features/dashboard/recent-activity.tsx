import {
  Activity as ActivityIcon,
  Camera,
  ClipboardCheck,
  Clock,
  type LucideIcon,
} from "lucide-react";

import { EmptyState } from "../../components/ui/empty-state.tsx";
import { NotOnDevice } from "../../components/ui/not-on-device.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useMissing } from "../../hooks/reads/use-missing.ts";
import { formatDateTime } from "../../lib/format.ts";
import type { Summary } from "./stat-cards.tsx";
import { Panel } from "./panel.tsx";

/** One line of the recent activity. */
type Activity = Summary["recentActivity"][number];

/** The latest events, newest first. */
export function RecentActivity({ items }: { items: readonly Activity[] | undefined }) {
  const isMissing = useMissing(items);
  return (
    <Panel title="Recent Activity">
      {isMissing ? (
        <NotOnDevice className="py-8" />
      ) : items?.length === 0 ? (
        <EmptyState
          icon={ActivityIcon}
          title="No recent activity"
          description="Activity appears here when team members log time, complete tasks or upload photos."
        />
      ) : (
        <ul aria-busy={items === undefined} className="py-1.5">
          {items === undefined
            ? [1, 2, 3, 4].map((row) => (
                <li key={row} className="px-4 py-2">
                  <Skeleton className="h-10" />
                </li>
              ))
            : items.map((item) => (
                <ActivityRow key={`${item.type} ${item.id} ${item.createdAt}`} item={item} />
              ))}
        </ul>
      )}
    </Panel>
  );
}

function ActivityRow({ item }: { item: Activity }) {
  const { icon: Icon, name } = kindOf(item.type);
  return (
    <li className="flex items-start gap-3 px-4 py-2">
      <span
        role="img"
        aria-label={name}
        title={name}
        className="mt-0.5 inline-flex size-7 shrink-0 items-center justify-center rounded-full bg-sunken text-ink-muted"
      >
        <Icon aria-hidden className="size-3.5" />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-3 max-sm:flex-col">
        <div className="min-w-0 sm:flex-1">
          <p className="text-base text-ink">{item.description}</p>
          <p className="text-sm text-ink-muted">
            {item.projectName}
            {item.unitNumber !== null && ` • Unit ${item.unitNumber}`}
          </p>
        </div>
        <time dateTime={item.createdAt} className="shrink-0 text-sm text-ink-muted">
          {formatDateTime(item.createdAt)}
        </time>
      </div>
    </li>
  );
}

function kindOf(type: Activity["type"]): { icon: LucideIcon; name: string } {
  if (type === "photo") return { icon: Camera, name: "Photo" };
  if (type === "task_update") return { icon: ClipboardCheck, name: "Task update" };
  return { icon: Clock, name: "Time entry" };
}
