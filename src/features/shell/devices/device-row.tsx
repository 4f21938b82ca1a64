import type { FunctionReturnType } from "convex/server";
import { Monitor, Smartphone } from "lucide-react";

import type { api } from "../../../../convex/_generated/api.js";
import { Badge } from "../../../components/ui/badge.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import { deviceName } from "./device-names.ts";

/** A session of the viewer. */
export type OwnSession = FunctionReturnType<typeof api.sessions.list>[number];

type DeviceRowProps = { session: OwnSession; onEnd: (session: OwnSession) => void };

/** One session of the viewer. The present one has no button here, because "Log out" ends it. */
export function DeviceRow({ session, onEnd }: DeviceRowProps) {
  const { name, isHandheld } = deviceName(session.userAgent);
  const Icon = isHandheld ? Smartphone : Monitor;
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <Icon aria-hidden strokeWidth={1.75} className="size-5 shrink-0 text-ink-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-base font-medium">
          <span className="min-w-0 truncate" title={session.userAgent ?? undefined}>
            {name}
          </span>
          {session.current && <Badge tone="accent">This device</Badge>}
        </p>
        <p className="text-sm wrap-anywhere text-ink-muted">
          {session.current ? (
            "Active now"
          ) : (
            <>
              Last seen{" "}
              <time dateTime={session.lastSeenAt}>{formatDateTime(session.lastSeenAt)}</time>
            </>
          )}
          {session.address !== null && ` · ${session.address}`}
        </p>
      </div>
      {!session.current && (
        <Button
          variant="ghost"
          aria-label={`Sign out ${name}, last seen ${formatDateTime(session.lastSeenAt)}`}
          onClick={() => onEnd(session)}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
