import { useConvex } from "convex/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { lazyPart } from "../../components/ui/lazy-part.tsx";
import { useConnection } from "../../hooks/reads/use-connection.ts";
import { useStore } from "../../hooks/use-store.ts";
import { useViewer } from "../../hooks/people/use-viewer.ts";
import { LATEST_KEEP_MS, onceShown } from "../../lib/answers/once-shown.ts";
import { isServerDoubtful } from "../../lib/connection/connection.ts";
import { outbox } from "../../lib/outbox/outbox.ts";
import { waiting } from "../../lib/waiting.ts";

const WaitingDialog = lazyPart(() => import("./waiting-dialog.tsx"), { waiting: null });

/**
 * The delay in ms before a count appears. On a good connection nothing waits for so long, and a count that flickers
 * with each tap says nothing.
 */
const CALM_MS = 1000;

/**
 * Opens the outbox of the signed-in person while this component is mounted, and publishes the number of waiting
 * operations. The children keep other work of the person, and begin with it.
 */
export function OutboxSession({ children }: { children?: ReactNode }) {
  const client = useConvex();
  const viewer = useViewer();
  const person = useRef(viewer);
  useEffect(() => {
    person.current = viewer;
  });
  const { id } = viewer;
  const [hasBegun, setHasBegun] = useState(false);
  useEffect(
    () =>
      beginOnceShown(() => {
        setHasBegun(true);
        return outbox.start(client, { ...person.current, id });
      }),
    [client, id],
  );

  const [isOpen, setIsOpen] = useState(false);
  useCount(() => setIsOpen(true));
  useQuestionBeforeLoss();
  return (
    <>
      {hasBegun && children}
      {isOpen && <WaitingDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

/**
 * Calls `begin` when the screen shows its answers, so that the outbox code takes no bandwidth from them. It begins at
 * once when the server may be unreachable, and on the first operation. Returns a function that ends all of it.
 */
function beginOnceShown(begin: () => () => void): () => void {
  if (isServerDoubtful()) return begin();
  let end: (() => void) | null = null;
  const start = () => {
    stop();
    end = begin();
  };
  const stopLooking = onceShown(start, LATEST_KEEP_MS);
  const stop = () => {
    outbox.whenWanted(() => undefined);
    stopLooking();
  };
  outbox.whenWanted(start);
  return () => {
    stop();
    end?.();
  };
}

/**
 * Publishes the numbers of waiting operations for the connection status. One that the server's full disk has taken not
 * yet counts as not accepted, so that the bar says so.
 */
function useCount(onOpen: () => void): void {
  const count = useStore(
    outbox,
    ({ operations }) => operations.filter(({ refusal }) => refusal === null).length,
  );
  const refused = useStore(outbox, ({ operations }) => operations.length) - count;
  const left = useStore(outbox, (state) => state.left.length);
  const isLive = useConnection().state === "live";
  const open = useRef(onOpen);
  useEffect(() => {
    open.current = onOpen;
  });
  useEffect(() => {
    const tell = () => {
      const hasList = count + refused + left > 0;
      waiting.set({ count, refused, left, open: hasList ? () => open.current() : null });
    };
    if (count === 0 || !isLive) {
      tell();
      return;
    }
    const timer = setTimeout(tell, CALM_MS);
    return () => clearTimeout(timer);
  }, [count, refused, left, isLive]);
  useEffect(() => () => waiting.set({ count: 0, refused: 0, left: 0, open: null }), []);
}

/** Asks before the page closes with waiting operations, in a browser that keeps nothing. */
function useQuestionBeforeLoss(): void {
  const isAtRisk = useStore(outbox, ({ operations, isKept }) => !isKept && operations.length > 0);
  useEffect(() => {
    if (!isAtRisk) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isAtRisk]);
}
