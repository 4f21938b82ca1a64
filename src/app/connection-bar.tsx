import { CloudAlert, X } from "lucide-react";
import { type ReactNode, useLayoutEffect, useState } from "react";

import { CONNECTION, connectionWords } from "../components/layout/connection-status.tsx";
import { Button } from "../components/ui/button.tsx";
import { useConnection } from "../hooks/reads/use-connection.ts";
import { readsAgain, useReadAgain } from "../hooks/reads/use-read-again.ts";
import { useForAWhile } from "../hooks/use-for-a-while.ts";
import { useStore } from "../hooks/use-store.ts";
import { answers } from "../lib/answers/answers.ts";
import { formatAsOf } from "../lib/format.ts";
import { waiting } from "../lib/waiting.ts";

/** The time in ms for which the button is disabled after a press; most answers come sooner. */
const TRYING_MS = 1000;

const askAgain = () => answers.askStaleAnew();

/**
 * Says calmly that the shown data may be old: the live connection is down, or a read that had an answer fails now. It
 * also says that the server has refused work. The page and its dialogs make room for the bar, so that it covers nothing
 * and stays visible while a person types in a dialog.
 */
export function ConnectionBar() {
  const isLost = useConnection().state !== "live";
  const isStale = useStore(answers.summary, (summary) => summary.isStale);
  const refused = useStore(waiting, (waits) => waits.refused);
  useReadAgain(isStale && !isLost, askAgain);
  return (
    <div
      role="status"
      // An open dialog hides from screen readers every element that is not marked as live.
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-0 z-60"
    >
      {/* A new connection sends every read again, so its loss is the only message. */}
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
 * A bar over the whole width; the page below leaves the height `--bar` free. On a phone the text may need two lines,
 * which are set as close as the height allows, so that the page moves no further.
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
      // A dialog takes a press outside of it as a request to close.
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

/** Says that the server has refused work. The work is kept, and its author may be on any screen by then. */
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
          askAgain();
        }}
        {...readsAgain}
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
