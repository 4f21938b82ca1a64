import { CloudAlert, WifiOff, X } from "lucide-react";
import { useState } from "react";

import { Button } from "../components/ui/button.tsx";
import { useConnectionLost } from "../hooks/use-connection.ts";
import { useForAWhile } from "../hooks/use-for-a-while.ts";
import { useStore } from "../hooks/use-store.ts";
import { answers } from "../lib/answers/answers.ts";

/** The time for which the button rests after a press; most answers come sooner. */
const TRYING_MS = 1000;

/**
 * Says calmly that what is shown may be old: the live connection is down, or a read fails that had answered. Floats
 * above dialogs, so that nothing moves and whoever types in one can see it.
 */
export function LiveBanner() {
  const isLost = useConnectionLost();
  const isStale = useStore(answers.stale, (hasStale) => hasStale);
  return (
    <div
      role="status"
      // Open dialogs hide from screen readers whatever does not say that it is live.
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-2 z-60 flex justify-center px-4 max-md:px-2"
    >
      {/* A new connection asks for everything anew. */}
      {isLost ? <ConnectionLost /> : isStale && <NotUpToDate />}
    </div>
  );
}

const barClasses =
  "flex animate-rise items-center border border-line bg-raised text-sm shadow-overlay";

function ConnectionLost() {
  return (
    <p className={`${barClasses} gap-2 rounded-full px-3.5 py-1.5`}>
      <WifiOff aria-hidden className="size-4 shrink-0 text-warning-text" />
      <span>
        <span className="font-medium">Connection lost.</span> Reconnecting…
      </span>
    </p>
  );
}

function NotUpToDate() {
  const [isHidden, setHidden] = useState(false);
  const [isTrying, beginTrying] = useForAWhile(TRYING_MS);

  if (isHidden) return null;
  return (
    <div
      className={`${barClasses} pointer-events-auto gap-2 rounded-lg py-1 pr-1 pl-3.5 max-md:text-xs`}
      // A dialog takes a press outside of it for a wish to close.
      onPointerDown={(event) => event.stopPropagation()}
    >
      <CloudAlert aria-hidden className="size-4 shrink-0 text-warning-text max-md:hidden" />
      <p className="mr-1">
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
      <Button
        variant="ghost"
        size="icon"
        aria-label="Hide this notice"
        className="size-7"
        onClick={() => setHidden(true)}
      >
        <X aria-hidden />
      </Button>
    </div>
  );
}
