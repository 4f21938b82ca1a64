import { CloudOff, RefreshCw, Wifi, type LucideIcon } from "lucide-react";
import { useConnection } from "../../hooks/reads/use-connection.ts";
import { useStore } from "../../hooks/use-store.ts";
import { answers } from "../../lib/answers/answers.ts";
import { cn } from "../../lib/cn.ts";
import type { Connection } from "../../lib/connection/connection.ts";
import { formatAsOf } from "../../lib/format.ts";
import { waiting, type Waiting } from "../../lib/waiting.ts";

/** The icon, the word and the colour of each state of the connection. */
export const CONNECTION: Record<
  Connection["state"],
  { icon: LucideIcon; word: string; color: string }
> = {
  live: { icon: Wifi, word: "Live", color: "text-success-text" },
  reconnecting: { icon: RefreshCw, word: "Reconnecting", color: "text-warning-text" },
  offline: { icon: CloudOff, word: "Offline", color: "text-warning-text" },
};

/** The state of the connection and the numbers of waiting and refused operations, such as "Offline, 31 waiting". */
export function connectionWords({ state }: Connection, { count, refused, left }: Waiting): string {
  const parts = [CONNECTION[state].word];
  if (count > 0) parts.push(`${String(count)} waiting`);
  if (refused > 0) parts.push(`${String(refused)} refused`);
  if (left > 0) parts.push(`${String(left)} left here`);
  return parts.join(", ");
}

/** The state of this window's connection, as a quiet word in the shell. */
export function ConnectionStatus({ className }: { className?: string }) {
  const connection = useConnection();
  const waits = useStore(waiting, (now) => now);
  const asOf = useStore(answers.summary, (summary) => summary.asOf);
  return <ConnectionWord connection={connection} waits={waits} asOf={asOf} className={className} />;
}

interface ConnectionWordProps {
  connection: Connection;
  waits: Waiting;
  /** The time in ms of the oldest shown answer that is not live; null when all of them are live. */
  asOf?: number | null;
  className?: string | undefined;
}

/** The state of the connection as a word. It opens the list of waiting work, if there is any. */
export function ConnectionWord({ connection, waits, asOf = null, className }: ConnectionWordProps) {
  const { icon: Icon, color } = CONNECTION[connection.state];
  const isOld = connection.state === "live" && asOf !== null;
  const words = isOld ? `As of ${formatAsOf(asOf)}` : connectionWords(connection, waits);
  const content = (
    <>
      <Icon aria-hidden className={cn("size-3.5 shrink-0", color)} />
      <span className="truncate" title={words}>
        {words}
      </span>
    </>
  );
  const classes = cn(
    "flex min-w-0 items-center gap-1.5 text-xs font-medium tracking-normal text-ink-muted",
    className,
  );
  if (waits.open === null)
    return (
      <span data-slot="connection" className={classes}>
        {content}
      </span>
    );
  return (
    <button
      type="button"
      data-slot="connection"
      aria-haspopup="dialog"
      onClick={waits.open}
      className={cn("-mx-1.5 rounded-md px-1.5 py-1 hover:bg-hover touch:min-h-11", classes)}
    >
      {content}
    </button>
  );
}
