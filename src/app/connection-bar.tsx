import { CloudAlert, X } from "lucide-react";
import { type ReactNode, useLayoutEffect, useState } from "react";

import { CONNECTION, connectionWords } from "../components/layout/connection-status.tsx";
import { Button } from "../components/ui/button.tsx";
import { useConnection } from "../hooks/reads/use-connection.ts";
import { useForAWhile } from "../hooks/use-for-a-while.ts";
import { useStore } from "../hooks/use-store.ts";
import { answers } from "../lib/answers/answers.ts";
import { formatAsOf } from "../lib/format.ts";
import { waiting } from "../lib/waiting.ts";

/** The time for which the button rests after a press; most answers come sooner. */
const TRYING_MS = 1000;

/**
 * Says calmly that what is shown may be old: the live connection is down, or a read fails that had answered. It also says that
 * the server has refused work. The page and its dialogs make room for it, so that it covers nothing, and whoever types in a
 * dialog can see it.
 */
export function ConnectionBar() {
  const isLost = useConnection().state !== "live";
  const isStale = useStore(answers.summary, (summary) => summary.isStale);
  const refused = useStore(waiting, (waits) => waits.refused);
  return (
    <div
      role="status"
      // Open dialogs hide from screen readers whatever does not say that it is live.
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-0 z-60"
    >
      {/* A new connection asks for everything anew. */}
      {isLost ? (
        <ConnectionLost />
      ) : refused > 0 ? (
        <NotAccepted key={refused} count={refused} />
      ) : (
        isStale && <NotUpToDate />
      )}
    </div>
  );
}

/**
 * A bar over the whole width; `--bar` is the room that the rest leaves for it. On a phone its words may need two lines: these are
 * as close as the height allows, so that the rest moves no further.
 */
function Bar({ size, children }: { size: "slim" | "tall"; children: ReactNode }) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset["bar"] = size;
    return () => {
      delete dataset["bar"];
    };
  }, [size]);
  return (
    <div
      data-slot="connection-bar"
      className="pointer-events-auto flex h-(--bar) animate-appear items-center justify-center gap-2 border-b border-line bg-warning-soft px-4 text-xs text-ink max-md:px-2 max-md:leading-[0.8125rem] print:hidden"
      // A dialog takes a press outside of it for a wish to close.
      onPointerDown={(event) => event.stopPropagation()}
    >
      {children}
    </div>
  );
}

function ConnectionLost() {
  const connection = useConnection();
  const words = useStore(waiting, (waits) => connectionWords(connection, waits));
  const asOf = useStore(answers.summary, (summary) => summary.asOf ?? connection.since);
  const hasGaps = useStore(answers.summary, (summary) => summary.hasGaps);
  const { icon: Icon } = CONNECTION[connection.state];
  return (
    <Bar size="slim">
      <Icon aria-hidden className="size-3.5 shrink-0 text-warning-text" />
      <p className="line-clamp-2 text-balance">
        <span className="font-medium">{words}</span> · as of {formatAsOf(asOf)}
        {hasGaps && " · some is missing here"}
      </p>
    </Bar>
  );
}

/** Work that the server has refused is kept, and its person may be on any screen by then. */
function NotAccepted({ count }: { count: number }) {
  const [isHidden, setHidden] = useState(false);
  const open = useStore(waiting, (waits) => waits.open);
  if (isHidden || open === null) return null;
  return (
    <Bar size="tall">
      <CloudAlert aria-hidden className="size-4 shrink-0 text-danger-text max-md:hidden" />
      <p>
        <span className="font-medium">
          {count === 1
            ? "1 change was not accepted."
            : `${String(count)} changes were not accepted.`}
        </span>{" "}
        <span className="max-md:hidden">Nothing of it is lost.</span>
      </p>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={open}>
        Show
      </Button>
      <HideButton onHide={() => setHidden(true)} />
    </Bar>
  );
}

function NotUpToDate() {
  const [isHidden, setHidden] = useState(false);
  const [isTrying, beginTrying] = useForAWhile(TRYING_MS);

  if (isHidden) return null;
  return (
    <Bar size="tall">
      <CloudAlert aria-hidden className="size-4 shrink-0 text-warning-text max-md:hidden" />
      <p>
        <span className="font-medium">Some of this is not up to date.</span> What you change is
        still saved.
      </p>
      <Button
        variant="secondary"
        size="sm"
        disabled={isTrying}
        onClick={() => {
          beginTrying();
          answers.askStaleAnew();
        }}
      >
        Try again
      </Button>
      <HideButton onHide={() => setHidden(true)} />
    </Bar>
  );
}

function HideButton({ onHide }: { onHide: () => void }) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Hide this notice"
      className="pointer-fine:size-7"
      onClick={onHide}
    >
      <X aria-hidden />
    </Button>
  );
}
