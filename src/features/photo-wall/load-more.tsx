import { useEffect, useRef } from "react";
import { Button } from "../../components/ui/button.tsx";

/** The distance from the end at which further photos are read: two screens, so that nobody who scrolls waits. */
const AHEAD = "1600px";

/** Reads on by itself shortly before its place is seen, and when it is pressed; `count` photos are there so far. */
export function LoadMore({ count, onLoad }: { count: number; onLoad: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(onLoad);
  useEffect(() => {
    latest.current = onLoad;
  });
  useEffect(() => {
    if (!place.current || !("IntersectionObserver" in window)) return undefined;
    const look = ([entry]: IntersectionObserverEntry[]) =>
      entry?.isIntersecting && latest.current();
    const observer = new IntersectionObserver(look, { rootMargin: AHEAD });
    observer.observe(place.current);
    return () => observer.disconnect();
    // A place that stays in sight is seen once more when photos have come.
  }, [count]);
  return (
    <div ref={place} className="mt-4 flex justify-center">
      <Button variant="secondary" onClick={onLoad}>
        Show More Photos
      </Button>
    </div>
  );
}
