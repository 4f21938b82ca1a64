import { useEffect, useRef, useState } from "react";

/** The time by which a covered part of a page follows later. */
const BEHIND_MS = 300;

/**
 * A live value for a part of the page that something else covers. It follows a moment later, several changes at once, so that
 * what is in front is drawn first; without a cover it is the value itself.
 */
export function useCovered<Value>(value: Value, isCovered: boolean): Value {
  const [shown, setShown] = useState(value);
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  const isBehind = shown !== value;
  // Nothing is covered before there is something to show.
  if (isBehind && (!isCovered || shown === undefined)) setShown(value);
  useEffect(() => {
    if (!isBehind) return;
    const timer = setTimeout(() => setShown(latest.current), BEHIND_MS);
    return () => clearTimeout(timer);
  }, [isBehind, shown]);
  return isCovered ? shown : value;
}
