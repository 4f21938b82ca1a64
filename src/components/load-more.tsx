import { useEffect, useRef } from "react";
import { useConnection } from "../hooks/reads/use-connection.ts";
import { Button } from "./ui/button.tsx";

/** The distance from the end at which the next page is read. It is two screens, so that scrolling does not wait. */
const AHEAD = "1600px";

interface LoadMoreProps {
  label: string;
  /** The number of pages that are loaded. */
  pages: number;
  /** False where the next page waits for a press. */
  isAutomatic?: boolean;
  onLoad: () => void;
}

/**
 * Loads the next page shortly before its end comes into view, or on a press. Without a network it says that more comes
 * with it.
 */
export function LoadMore({ label, pages, isAutomatic = true, onLoad }: LoadMoreProps) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(onLoad);
  useEffect(() => {
    latest.current = onLoad;
  });
  useEffect(() => {
    if (!isAutomatic || !place.current || !("IntersectionObserver" in window)) return undefined;
    const look = ([entry]: IntersectionObserverEntry[]) =>
      entry?.isIntersecting && latest.current();
    const observer = new IntersectionObserver(look, { rootMargin: AHEAD });
    observer.observe(place.current);
    return () => observer.disconnect();
    // A new observer reports a place that is still in view once more after each page.
  }, [pages, isAutomatic]);
  const isOffline = useConnection().state === "offline";
  return (
    <div ref={place} className="mt-4 flex min-h-10 items-center justify-center">
      {isOffline ? (
        <p role="status" className="text-sm text-ink-muted">
          More comes with the network.
        </p>
      ) : (
        <Button variant="secondary" onClick={onLoad}>
          {label}
        </Button>
      )}
    </div>
  );
}
