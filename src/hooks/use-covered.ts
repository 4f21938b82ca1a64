import { useEffect, useRef, useState } from "react";

/** The delay in ms with which a covered part of a page follows. */
const BEHIND_MS = 300;

/**
 * A live value for a part of the page that another part covers. It follows with a delay, several changes at once, so
 * that the front part renders first. Without a cover it is the value itself.
 */
export function useCovered<Value>(value: Value, isCovered: boolean): Value {
  const [shown, setShown] = useState(value);
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  const isBehind = shown !== value;
  // An undefined value is never held back.
  if (isBehind && (!isCovered || shown === undefined)) setShown(value);
  useEffect(() => {
    if (!isBehind) return;
    const timer = setTimeout(() => setShown(latest.current), BEHIND_MS);
    return () => clearTimeout(timer);
  }, [isBehind, shown]);
  return isCovered ? shown : value;
}
