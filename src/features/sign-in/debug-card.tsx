import { RefreshCw } from "lucide-react";
import { useState, type ReactNode } from "react";

import { Button } from "../../components/ui/button.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "../../components/ui/card.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useDebugInfo, type DebugInfo } from "./use-debug-info.ts";

const USER_AGENT_LENGTH = 60;

/** The facts that the server knows about this browser, for a person who gives support. */
export function DebugCard() {
  const { debug, refresh } = useDebugInfo();
  const [refreshing, setRefreshing] = useState(false);

  const refreshNow = async () => {
    setRefreshing(true);
    await refresh();
    setRefreshing(false);
  };

  return (
    <Card>
      <CardHeader className="items-center">
        <CardTitle>Debug Information</CardTitle>
        <Button
          variant="outline"
          size="sm"
          aria-busy={refreshing}
          aria-disabled={refreshing}
          onClick={() => void refreshNow()}
        >
          <RefreshCw aria-hidden className={refreshing ? "animate-spin" : undefined} />
          Refresh
        </Button>
      </CardHeader>
      <CardContent aria-live="polite">
        {debug.state === "loading" && <Skeleton className="h-44" />}
        {debug.state === "failed" && (
          <p className="text-base font-medium text-danger-text">Failed to fetch debug info</p>
        )}
        {debug.state === "ready" && <DebugValues info={debug.info} />}
      </CardContent>
    </Card>
  );
}

function DebugValues({ info }: { info: DebugInfo }) {
  const { user, headers } = info;
  const [open, setOpen] = useState(false);
  return (
    <>
      <dl className="grid grid-cols-[8rem_1fr] gap-x-4 gap-y-1.5 text-sm max-sm:grid-cols-[6rem_1fr]">
        <Value name="Authenticated">{info.isAuthenticated ? "Yes" : "No"}</Value>
        <Value name="Session">{info.sessionID === null ? "None" : "Active"}</Value>
        {user && <Value name="User email">{user.email ?? "None"}</Value>}
        {user && <Value name="User ID">{user.id}</Value>}
        <Value name="Cookies">{info.cookies ?? "None"}</Value>
        <Value name="Host">{headers.host ?? "Unknown"}</Value>
        <Value name="User agent">
          {headers.userAgent?.slice(0, USER_AGENT_LENGTH) ?? "Unknown"}
        </Value>
      </dl>
      <details className="mt-3 text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="w-fit rounded-md font-medium text-accent-text touch:py-3">
          Raw data
        </summary>
        {open && (
          <pre
            tabIndex={0}
            className="mt-2 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs text-ink"
          >
            {JSON.stringify(info, null, 2)}
          </pre>
        )}
      </details>
    </>
  );
}

function Value({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{name}</dt>
      <dd className="min-w-0 break-words text-ink">{children}</dd>
    </>
  );
}
